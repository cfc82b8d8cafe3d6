import type {
  VendAnswer,
  VendingMachine,
  VendResult,
} from '../../../shared/terminal/sale/machine-port.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import { holdConnection } from './connection.ts';
import { askLine, type ControllerWord, vendLine } from './line-protocol.ts';

export type TcpMachineOptions = {
  readonly host: string;
  readonly port: number;
  readonly clock: DeviceClock;
  readonly report: (sentence: string) => void;
};

/** A vending controller at the other end of a TCP connection. */
export type TcpMachine = VendingMachine & { readonly close: () => void };

type Waiting = {
  readonly resolve: (answer: VendAnswer) => void;
  readonly reject: (error: Error) => void;
};

/** Largest number of orders that wait for an answer; the engine has one at a time. */
const WAITING_MAX = 100;

/**
 * A machine with the line protocol (docs/guides/vending.md). An order is sent once and never again:
 * after a lost connection only questions follow, and a question never delivers.
 */
export function createTcpMachine(options: TcpMachineOptions): TcpMachine {
  const orders = new Map<string, Waiting>();
  const questions = new Map<string, Waiting>();
  const said = new Set<string>();
  let up = false;
  const link = holdConnection({
    ...options,
    onWord: onMessage,
    onLink: (now) => {
      up = now;
      if (!now) rejectAll();
    },
  });

  function onMessage(word: ControllerWord): void {
    if (word.kind !== 'answer') return;
    const { vend, answer } = word;
    questions.get(vend)?.resolve(answer);
    questions.delete(vend);
    // "Busy" does not end an order, which is still being carried out.
    if (answer.kind === 'busy') return;
    orders.get(vend)?.resolve(answer);
    orders.delete(vend);
  }

  function rejectAll(): void {
    for (const waiting of [orders, questions]) {
      for (const { reject } of waiting.values()) reject(new Error('The controller is gone.'));
      waiting.clear();
    }
  }

  function wait(
    waiting: Map<string, Waiting>,
    vend: string,
    line: string,
    signal: AbortSignal,
  ): Promise<VendAnswer> {
    return new Promise((resolve, reject) => {
      if (signal.aborted || waiting.size >= WAITING_MAX || !link.say(line)) {
        reject(new Error('The controller cannot be asked.'));
        return;
      }
      waiting.get(vend)?.reject(new Error('It is asked again.'));
      const stop = () => reject(new Error('The till stops.'));
      // The signal lives as long as the till, so it must not keep a listener for each order.
      const ended =
        <T>(end: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', stop);
          end(value);
        };
      waiting.set(vend, { resolve: ended(resolve), reject: ended(reject) });
      signal.addEventListener('abort', stop, { once: true });
    });
  }

  return {
    state: () => (up ? 'ready' : 'away'),
    dispense: async (order, signal): Promise<VendResult> => {
      const { vend } = order;
      if (said.has(vend)) throw new Error('This order was given before.');
      said.add(vend);
      for (const old of said) if (said.size > WAITING_MAX) said.delete(old);
      const answer = await wait(orders, vend, vendLine(order), signal);
      return answer.kind === 'busy' ? { kind: 'unknown', why: 'It was busy.' } : answer;
    },
    ask: (vend, signal) => wait(questions, vend, askLine(vend), signal),
    close: () => {
      link.close();
      rejectAll();
    },
  };
}
