import { type DeviceClock, instantOf } from '../../time/clock.ts';
import type { CallAnswer } from '../sale/events.ts';
import type { Call, SaleFacts } from '../sale/sale.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import type { ConnectionTracker } from './connection.ts';
import type { JournalQueue } from './journal-queue.ts';
import { makeCall, type TerminalClient } from './service-client.ts';

export type CallDeps = {
  readonly client: TerminalClient;
  readonly journalQueue: JournalQueue;
  readonly connection: ConnectionTracker;
  readonly clock: DeviceClock;
  readonly settings: TerminalSettings;
};

/** The calls in flight of all sales. */
export interface Calls {
  /** Makes a call and passes its answer to `onAnswer`. Returns a function that cancels the call. */
  begin(call: Call, facts: SaleFacts, onAnswer: (answer: CallAnswer) => void): () => void;
  /** Cancels every call; resolves when all have ended. */
  stop(): Promise<void>;
}

export function createCalls(deps: CallDeps): Calls {
  const { client, journalQueue, connection, clock, settings } = deps;
  const inFlight = new Map<AbortController, Promise<void>>();
  let stopped = false;

  /** True if the journal cannot keep what a restarted till must know about this call. */
  function mustWait(call: Call, { mode, bound }: SaleFacts): boolean {
    if (!journalQueue.isStuck()) return false;
    // A delivery that is not in the journal must not be captured: a power cut would lose its record.
    if (call === 'capture') return mode.kind === 'vend';
    // A request with a scanned customer must not be sent while the journal fails: after a restart the
    // scan would be lost, and the till would close the code without a call to the service.
    return call === 'create' && bound !== null;
  }

  async function send(call: Call, facts: SaleFacts, signal: AbortSignal): Promise<CallAnswer> {
    if (mustWait(call, facts)) return { kind: 'later', retryAfter: null };
    try {
      const result = await makeCall(call, facts, client, settings, signal);
      connection.onCall(result.reached, instantOf(clock.now()));
      return result.answer;
    } catch {
      // A client that throws counts as a client that did not answer.
      return { kind: 'silence', retryAfter: null };
    }
  }

  return {
    begin: (call, facts, onAnswer) => {
      const controller = new AbortController();
      const run = async () => {
        // The intent must be durable before the call is sent.
        await journalQueue.settled();
        if (!stopped) onAnswer(await send(call, facts, controller.signal));
        inFlight.delete(controller);
      };
      inFlight.set(controller, run());
      return () => controller.abort();
    },
    stop: async () => {
      stopped = true;
      for (const controller of inFlight.keys()) controller.abort();
      await Promise.allSettled(inFlight.values());
    },
  };
}
