import { WebSocket } from 'ws';
import {
  createAuthorizer,
  createHandledMessages,
  createServiceTime,
  type Identity,
  type ServiceTime,
} from '../../../shared/client/index.ts';
import type { RandomBytes } from '../../../shared/ids/ids.ts';
import { EVENT_SUBPROTOCOL } from '../../../shared/protocol/channel.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { EVENT_PATH } from '../../../shared/protocol/routes.ts';
import type { Push, PushListener } from '../../../shared/terminal/engine/connection.ts';
import { type CancelTimer, type DeviceClock, SECOND } from '../../../shared/time/clock.ts';
import { holdChannel } from './channel.ts';
import type { Hints } from './hints.ts';

export type PushOptions = Identity & {
  /** Base address of the API; the event socket is below it. */
  readonly baseUrl: string;
  readonly clock: DeviceClock;
  /** The service's time, which the till's client learns; by the clock alone when left out. */
  readonly time?: ServiceTime;
  readonly random: RandomBytes;
  /** A channel for hints beside the till's own; none when left out. */
  readonly hints?: Hints | null;
  /** Milliseconds of silence after which the connection counts as lost. */
  readonly silenceMax?: number;
  /** First and longest delay before a new attempt, milliseconds. */
  readonly backoff?: { readonly base: number; readonly cap: number };
};

const BACKOFF = { base: SECOND / 4, cap: 10 * SECOND };

/**
 * The till's client of the event socket, `GET {base}/event/`: it replays missed messages,
 * acknowledges what the terminal has processed, and always reconnects.
 */
export function createPush(options: PushOptions): Push {
  return { open: (channel, listener) => keepOpen(options, channel, listener) };
}

function keepOpen(options: PushOptions, channel: string, listener: PushListener) {
  const { clock, random } = options;
  const { base, cap } = options.backoff ?? BACKOFF;
  const time = options.time ?? createServiceTime(clock);
  const authorize = createAuthorizer(options, time);
  const address = `${options.baseUrl.replace(/\/+$/, '')}${EVENT_PATH}`;
  const processed = createHandledMessages();
  let fails = 0;
  let up: boolean | null = null;
  let socket: WebSocket | null = null;
  let timer: CancelTimer | null = null;
  let attempt: Promise<void> = Promise.resolve();
  let stopped = false;

  function link(now: boolean): void {
    if (now) fails = 0;
    if (up === now || stopped) return;
    up = now;
    listener.onLink(now);
  }

  async function connect(): Promise<void> {
    socket = await dial(address, authorize);
    // A refused signature names the service's time, with which the next attempt signs.
    socket?.on('unexpected-response', (_request, reply) => {
      time.note({ get: () => reply.headers.date ?? null });
      socket?.terminate();
    });
    if (socket !== null && !stopped) {
      await holdChannel({
        socket,
        channel,
        hints: options.hints ?? null,
        clock,
        silenceMax: options.silenceMax ?? 2 * LIMITS.socketPingEvery,
        processed,
        onUp: () => link(true),
        onEvent: (event) => listener.onEvent(event),
      });
    }
    socket?.terminate();
    link(false);
    if (stopped) return;
    fails += 1;
    const ceiling = Math.min(cap, base * 2 ** Math.min(fails - 1, 20));
    const [spread = 0] = random(1);
    timer = clock.after((ceiling / 2) * (1 + spread / 255), begin);
  }

  function begin(): void {
    attempt = connect();
  }

  begin();
  return async () => {
    stopped = true;
    timer?.();
    socket?.terminate();
    await attempt;
  };
}

/** A connecting socket; null when these settings allow none. */
async function dial(
  address: string,
  authorize: ReturnType<typeof createAuthorizer>,
): Promise<WebSocket | null> {
  const authorized = await authorize('GET', address, new Uint8Array());
  if (!authorized.ok) return null;
  try {
    const socket = new WebSocket(address.replace(/^http/, 'ws'), [EVENT_SUBPROTOCOL], {
      headers: Object.fromEntries(authorized.headers),
      handshakeTimeout: LIMITS.headersTimeout,
      // Far above any message of the service and small enough for a till.
      maxPayload: 1024 * 1024,
      perMessageDeflate: false,
      followRedirects: false,
    });
    // A socket that is terminated before it opens emits an error, perhaps before another listener
    // exists.
    socket.on('error', () => undefined);
    return socket;
  } catch {
    // The address or a header is invalid; polling continues without push.
    return null;
  }
}
