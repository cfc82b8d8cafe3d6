import type { Clock } from '../../time/clock.ts';
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
  readonly clock: Clock;
  readonly settings: TerminalSettings;
};

/** The calls in flight, of all sales. */
export interface Calls {
  /** Makes a call and tells its answer. Returns how to give it up. */
  begin(call: Call, facts: SaleFacts, onAnswer: (answer: CallAnswer) => void): () => void;
  /** Gives up every call; resolves when none is under way. */
  stop(): Promise<void>;
}

export function createCalls(deps: CallDeps): Calls {
  const { client, journalQueue, connection, clock, settings } = deps;
  const inFlight = new Map<AbortController, Promise<void>>();
  let stopped = false;

  async function send(call: Call, facts: SaleFacts, signal: AbortSignal): Promise<CallAnswer> {
    try {
      const result = await makeCall(call, facts, client, settings, signal);
      connection.onCall(result.reached, clock.now());
      return result.answer;
    } catch {
      // A client that throws is a client that did not answer; a sale survives it.
      return { kind: 'silence', retryAfter: null };
    }
  }

  async function sendIfSafe(
    call: Call,
    facts: SaleFacts,
    signal: AbortSignal,
  ): Promise<CallAnswer> {
    // Nothing is taken for a delivery that a power cut could make this till forget.
    const journalFails = facts.mode.kind === 'vend' && journalQueue.isStuck();
    if (call === 'capture' && journalFails) return { kind: 'later', retryAfter: null };
    // Nor is anything asked for in a customer's name that it could forget: to a later start the code
    // would be one that nobody has scanned, and closed without a word to the service.
    const forgotten = facts.bound !== null && journalQueue.isStuck();
    if (call === 'create' && forgotten) return { kind: 'later', retryAfter: null };
    return send(call, facts, signal);
  }

  return {
    begin: (call, facts, onAnswer) => {
      const controller = new AbortController();
      const run = async () => {
        // The intent must be durable before the service can learn of it.
        await journalQueue.settled();
        if (!stopped) onAnswer(await sendIfSafe(call, facts, controller.signal));
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
