import type { SerialPort } from 'serialport';
import type { ScaleSettings } from '../../../shared/device/scale/settings.ts';
import type { LineListener, NotOpened, OpenLine, ScaleLine } from './port.ts';

type Driver = { readonly SerialPort: typeof SerialPort };

/** Loaded at the first use: a till without a scale never loads it, and its bundle does not contain it. */
async function loadDriver(): Promise<Driver | null> {
  const name = 'serialport';
  try {
    const loaded: Driver = await import(name);
    return loaded;
  } catch {
    return null;
  }
}

/** Reaches the scale of the settings. */
export type ScaleAt = (connection: NonNullable<ScaleSettings['connection']>) => OpenLine;

/** Opens the serial port of the settings: eight data bits, no parity, one stop bit, as scales are delivered. */
export function serialLine(
  { path, baudRate }: NonNullable<ScaleSettings['connection']>,
  load: () => Promise<Driver | null> = loadDriver,
): OpenLine {
  return async (listener) => {
    const driver = await load();
    if (driver === null) return 'no_driver';
    try {
      return await open(new driver.SerialPort({ path, baudRate, autoOpen: false }), listener);
    } catch {
      // The part is there, and its piece for this machine is not.
      return 'no_driver';
    }
  };
}

function open(port: SerialPort, { onText, onEnd }: LineListener): Promise<ScaleLine | NotOpened> {
  return new Promise((resolve) => {
    let isEnded = false;
    const end = () => {
      if (isEnded) return;
      isEnded = true;
      onEnd();
    };
    port.on('error', end);
    port.on('close', end);
    port.on('data', (bytes: Buffer) => onText(bytes.toString('latin1')));
    port.open((error) => {
      if (error !== null && error !== undefined) {
        isEnded = true;
        resolve(/denied|EACCES|EPERM/i.test(error.message) ? 'not_allowed' : 'not_found');
        return;
      }
      resolve({
        send: (text) => void port.write(text, 'latin1', () => undefined),
        close: () => port.close(() => undefined),
      });
    });
  });
}
