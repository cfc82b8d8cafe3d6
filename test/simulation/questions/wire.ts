import type { DisplayBackend } from '../../../main/host/bridge/display-backend.ts';
import type { ScreenSource } from '../../../main/host/bridge/screen-source.ts';
import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import type { Prng } from '../prng.ts';
import type { VirtualTime } from '../virtual-time.ts';

/** The end of the host for one kind of screen. */
export type ScreenEnd<S> = {
  readonly source: ScreenSource<S>;
  readonly dispatch: DisplayBackend['dispatch'];
};

export type WireParts<S> = {
  readonly time: VirtualTime;
  readonly prng: Prng;
  /** The host of the till's present life; null while it is stopped. */
  readonly end: () => ScreenEnd<S> | null;
  /** Calls `listener` when a life of the till begins or ends. */
  readonly onLife: (listener: () => void) => void;
  /** Odds that the connection breaks at a message. */
  readonly cut: () => number;
};

type Call = { readonly reject: (why: Error) => void };

type Line<S> = {
  readonly host: ScreenEnd<S>;
  readonly calls: Set<Call>;
  /** When the last message to the screen arrives. */
  due: number;
  readonly stop: () => void;
};

/** Longest time between two attempts to connect, and of a message on its way, in milliseconds. */
const RECONNECT = 4_000;
const SLOW = 1_500;

/**
 * The connection of a screen to its till: messages of each direction keep their order, and each of them can be slow. It
 * breaks at random and when the till stops; then what is under way is lost, whether the till has done it or not.
 */
export function createWire<S>({ time, prng, end, onLife, cut }: WireParts<S>) {
  const listeners = new Set<(snapshot: S) => void>();
  const links = new Set<(up: boolean) => void>();
  /** The present connection; another object after each break. */
  let line: Line<S> | null = null;
  let stopped = false;
  let waits = false;

  const latency = () => (prng.chance(0.9) ? prng.between(1, 40) : prng.between(40, SLOW));

  function connectLater(): void {
    if (waits || stopped) return;
    waits = true;
    time.after(prng.between(20, RECONNECT), () => {
      waits = false;
      connect();
    });
  }

  function connect(): void {
    const host = end();
    if (host === null || line !== null || stopped) return;
    let newest: { snapshot: S } | null = null;
    const mine: Line<S> = { host, calls: new Set(), due: 0, stop: host.source.subscribe(put) };
    line = mine;
    for (const link of links) link(true);
    put(host.source.snapshot());

    /** Later snapshots replace one that is still on its way, because a screen draws only the newest. */
    function put(snapshot: S): void {
      if (newest !== null) {
        newest.snapshot = snapshot;
        return;
      }
      const sent = { snapshot };
      newest = sent;
      send(mine, () => {
        newest = null;
        for (const listener of listeners) listener(sent.snapshot);
      });
    }
  }

  /** Sends from the host to the screen, after everything that was sent before. */
  function send(mine: Line<S>, deliver: () => void): void {
    mine.due = Math.max(mine.due, time.now() + latency());
    time.after(mine.due - time.now(), () => {
      if (line !== mine) return;
      if (prng.chance(cut())) hangUp();
      else deliver();
    });
  }

  function hangUp(): void {
    if (line === null) return;
    const { calls, stop } = line;
    line = null;
    stop();
    for (const link of links) link(false);
    for (const { reject } of calls) reject(BROKEN);
    connectLater();
  }

  function call(command: unknown): Promise<AnyAnswer> {
    const mine = line;
    if (mine === null) return Promise.reject(BROKEN);
    return new Promise((resolve, reject) => {
      const own: Call = { reject };
      mine.calls.add(own);
      const arrive = async () => {
        const answer = await mine.host.dispatch(command);
        send(mine, () => {
          mine.calls.delete(own);
          resolve(answer);
        });
      };
      time.after(latency(), () => {
        // A command that has left the screen arrives, also if the connection breaks meanwhile.
        if (end() === mine.host) void arrive();
      });
    });
  }

  onLife(() => {
    if (line !== null && end() !== line.host) hangUp();
    else connectLater();
  });
  connectLater();
  return {
    call,
    subscribe(listener: (snapshot: S) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onLink(listener: (up: boolean) => void) {
      links.add(listener);
      return () => void links.delete(listener);
    },
    stop: () => {
      stopped = true;
      hangUp();
    },
  };
}

const BROKEN = new Error('the connection to the till is broken');
