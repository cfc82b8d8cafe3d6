import type { CallbackMessage } from '../../shared/protocol/events.ts';
import type { Push, PushListener } from '../../shared/terminal/index.ts';
import type { Fault, FaultState } from './faults.ts';
import type { Prng } from './prng.ts';
import type { SimService } from './service.ts';
import type { VirtualTime } from './virtual-time.ts';

export type PushParts = {
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly faults: FaultState;
  readonly merchant: string;
  readonly service: SimService;
  readonly isAlive: () => boolean;
  /** Called for each event that is sent to the till, with the fault that affects it. */
  readonly onEvent: (event: CallbackMessage, fault: Fault | null) => void;
  /** Called whenever the connection comes up or goes down. */
  readonly onLink: (isUp: boolean) => void;
  readonly say: (line: string) => void;
};

/**
 * Sends the service's events to one life of a till: late, twice, not at all, or with a false state. An
 * event that is not acknowledged is sent again on the next connection, as by the real socket.
 */
export function createSimPush(parts: PushParts): Push {
  return { open: (channel, listener) => hold(parts, channel, listener) };
}

function hold(parts: PushParts, channel: string, listener: PushListener): () => Promise<void> {
  const { time, prng, faults, isAlive, merchant } = parts;
  const { channels } = parts.service.core.deps.store;
  let last = 0;
  let up = false;
  let closed = false;
  let pumping = false;
  let noticed = false;
  const isOpen = () => up && !closed && isAlive();
  const change = (isUp: boolean) => {
    up = isUp;
    parts.onLink(isUp);
    listener.onLink(isUp);
  };

  function connect(): void {
    if (closed || !isAlive()) return;
    if (prng.chance(faults.odds.push_down)) {
      time.after(prng.between(500, 15_000), connect);
      return;
    }
    change(true);
    if (faults.odds.push_down > 0) time.after(prng.between(500, 60_000), disconnect);
    notice();
  }

  function disconnect(): void {
    if (!isOpen()) return;
    change(false);
    time.after(prng.between(200, 5_000), connect);
  }

  function notice(): void {
    noticed = true;
    if (pumping || !isOpen()) return;
    pumping = true;
    void time.track(page());
  }

  async function page(): Promise<void> {
    noticed = false;
    const events = await channels.read(merchant, channel, last, 100);
    deal(events, 0);
  }

  function deal(events: readonly { seq: number; message: CallbackMessage }[], index: number): void {
    const event = events[index];
    if (event === undefined || !isOpen()) {
      pumping = false;
      if (noticed) notice();
      return;
    }
    const late = prng.chance(faults.odds.push_late) ? prng.between(500, 20_000) : 0;
    time.after(prng.between(1, 30) + late, () => {
      if (isOpen()) void give(event, late > 0).then(() => deal(events, index + 1));
      else pumping = false;
    });
  }

  async function give(
    event: { seq: number; message: CallbackMessage },
    isLate: boolean,
  ): Promise<void> {
    if (prng.chance(faults.odds.push_lost)) {
      parts.onEvent(event.message, 'push_lost');
      parts.say(`push: ${event.message.meta.event} is lost`);
      last = event.seq;
      return;
    }
    if (prng.chance(faults.odds.push_false)) {
      parts.say(`push: ${event.message.meta.event} comes with a false state`);
      parts.onEvent(event.message, 'push_false');
      await listener.onEvent({ ...event, message: falsified(event.message) });
    }
    parts.say(`push: ${event.message.meta.event}`);
    const twice = prng.chance(faults.odds.push_twice);
    parts.onEvent(event.message, twice ? 'push_twice' : isLate ? 'push_late' : null);
    const done = await listener.onEvent(event);
    if (twice) {
      time.after(prng.between(1, 30_000), () => void (isOpen() && listener.onEvent(event)));
    }
    if (!isAlive()) return;
    if (!done) {
      disconnect();
      return;
    }
    last = event.seq;
    await time.track(channels.acknowledge(merchant, channel, event.seq));
  }

  time.after(prng.between(5, 200), connect);
  const forget = channels.onEvents((owner, name) => {
    if (owner === merchant && name === channel) time.after(prng.between(1, 20), notice);
  });
  return async () => {
    closed = true;
    forget();
  };
}

/** The same event with a false state: the auditor finds a till that relies on it. */
function falsified(message: CallbackMessage): CallbackMessage {
  const { object } = message;
  if (typeof object !== 'object' || object === null || !('status_code' in object)) return message;
  return { ...message, object: { ...object, status: 'ok', status_code: 2000 } };
}
