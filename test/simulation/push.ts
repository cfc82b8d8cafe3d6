import type { CallbackMessage } from '../../shared/protocol/events.ts';
import type { Push, PushListener } from '../../shared/terminal/index.ts';
import type { Prng } from './prng.ts';
import { MERCHANT, type SimService } from './service.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { Sky } from './weather.ts';

export type PushParts = {
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly sky: Sky;
  readonly service: SimService;
  readonly isAlive: () => boolean;
  readonly say: (line: string) => void;
};

/**
 * The service's events on their way to one life of a till: late, twice, not at all, or false. What
 * is not acknowledged comes again with the next connection, as over the real socket.
 */
export function createSimPush(parts: PushParts): Push {
  return { open: (channel, listener) => hold(parts, channel, listener) };
}

function hold(parts: PushParts, channel: string, listener: PushListener): () => Promise<void> {
  const { time, prng, sky, isAlive } = parts;
  const { channels } = parts.service.core.context.store;
  let last = 0;
  let up = false;
  let closed = false;
  let pumping = false;
  let noticed = false;
  const isOpen = () => up && !closed && isAlive();

  function connect(): void {
    if (closed || !isAlive()) return;
    if (prng.chance(sky.weather.push_down)) {
      time.after(prng.between(500, 15_000), connect);
      return;
    }
    up = true;
    listener.onLink(true);
    if (sky.weather.push_down > 0) time.after(prng.between(500, 60_000), disconnect);
    notice();
  }

  function disconnect(): void {
    if (!isOpen()) return;
    up = false;
    listener.onLink(false);
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
    const events = await channels.read(MERCHANT, channel, last, 100);
    deal(events, 0);
  }

  function deal(events: readonly { seq: number; message: CallbackMessage }[], index: number): void {
    const event = events[index];
    if (event === undefined || !isOpen()) {
      pumping = false;
      if (noticed) notice();
      return;
    }
    const late = prng.chance(sky.weather.push_late) ? prng.between(500, 20_000) : 0;
    time.after(prng.between(1, 30) + late, () => {
      if (isOpen()) void give(event).then(() => deal(events, index + 1));
      else pumping = false;
    });
  }

  async function give(event: { seq: number; message: CallbackMessage }): Promise<void> {
    if (prng.chance(sky.weather.push_lost)) {
      parts.say(`push: ${event.message.meta.event} is lost`);
      last = event.seq;
      return;
    }
    if (prng.chance(sky.weather.push_false)) {
      parts.say(`push: ${event.message.meta.event} comes with a false state`);
      await listener.onEvent({ ...event, message: falsified(event.message) });
    }
    parts.say(`push: ${event.message.meta.event}`);
    const done = await listener.onEvent(event);
    if (prng.chance(sky.weather.push_twice)) {
      time.after(prng.between(1, 30_000), () => void (isOpen() && listener.onEvent(event)));
    }
    if (!isAlive()) return;
    if (!done) {
      disconnect();
      return;
    }
    last = event.seq;
    await time.track(channels.acknowledge(MERCHANT, channel, event.seq));
  }

  time.after(prng.between(5, 200), connect);
  const forget = channels.onEvents((_merchant, name) => {
    if (name === channel) time.after(prng.between(1, 20), notice);
  });
  return async () => {
    closed = true;
    forget();
  };
}

/** The same event with a state that is not so: whoever believes it is found out. */
function falsified(message: CallbackMessage): CallbackMessage {
  const { object } = message;
  if (typeof object !== 'object' || object === null || !('status_code' in object)) return message;
  return { ...message, object: { ...object, status: 'ok', status_code: 2000 } };
}
