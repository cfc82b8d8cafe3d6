import { connect } from 'node:net';
import {
  FISCAL_LINE_MAX,
  type FiscalAnswer,
  type FiscalRequest,
  fiscalLine,
  readFiscalAnswer,
} from '../../../shared/device/fiscal/protocol.ts';
import type { Stopwatch } from '../../../shared/time/clock.ts';
import { SECOND } from '../../../shared/time/clock.ts';

/** A fiscal device. It never rejects; null means that no answer came in time, so the device may have done it. */
export type FiscalDevice = (request: FiscalRequest) => Promise<FiscalAnswer | null>;

/** How long a till waits for one answer. */
export const FISCAL_TIMEOUT = 5 * SECOND;

/** Reaches the device at an address of the settings. */
export type FiscalDeviceAt = (at: { readonly host: string; readonly port: number }) => FiscalDevice;

export type TcpDeviceOptions = {
  readonly host: string;
  readonly port: number;
  readonly clock: Pick<Stopwatch, 'after'>;
};

/** A device that listens on TCP. Each request has a connection of its own, so no answer can belong to another one. */
export function tcpFiscalDevice({ host, port, clock }: TcpDeviceOptions): FiscalDevice {
  return (request) =>
    new Promise((resolve) => {
      const socket = connect(port, host);
      let text = '';
      const end = (answer: FiscalAnswer | null) => {
        cancel();
        socket.destroy();
        resolve(answer);
      };
      const cancel = clock.after(FISCAL_TIMEOUT, () => end(null));
      socket.setEncoding('utf8');
      socket.on('connect', () => socket.write(fiscalLine(request)));
      socket.on('data', (chunk: string) => {
        text += chunk;
        const stop = text.indexOf('\n');
        if (stop !== -1) end(readFiscalAnswer(text.slice(0, stop)));
        else if (text.length > FISCAL_LINE_MAX) end(null);
      });
      socket.on('error', () => end(null));
      socket.on('close', () => end(null));
    });
}
