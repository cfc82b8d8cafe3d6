import {
  BRIDGE_PATH,
  BRIDGE_SUBPROTOCOL,
  FIRST_VIEW,
} from '../../../shared/device/bridge/address.ts';
import type { Bridge, BridgeReply, Snapshot } from '../../../shared/device/bridge/contract.ts';
import type { AnyAnswer, Command } from '../../../shared/device/commands/table.ts';
import { nextToken } from './token.ts';

const CALL_TIMEOUT = 15_000;
const RETRY_FIRST = 250;
const RETRY_MAX = 5_000;

type Waiting = (answer: AnyAnswer | null) => void;

/** The bridge of a page: `S` is the type of its view, `C` the type of its commands. */
type HostBridge<S, C> = {
  subscribe(listener: (snapshot: S) => void): () => void;
  onLink: Bridge['onLink'];
  call(command: C): Promise<AnyAnswer>;
};

/** The state of a page's connection to its host. */
type Link<S> = {
  socket: WebSocket | null;
  last: S | null;
  up: boolean;
  /** Calls that wait for the first connection; null after it. */
  early: (() => void)[] | null;
  retry: number;
  counter: number;
  readonly waiting: Map<number, Waiting>;
  readonly snapshots: Set<(snapshot: S) => void>;
  readonly links: Set<(up: boolean) => void>;
};

/**
 * The bridge over the loopback WebSocket, for a page outside of Electron. It reconnects with
 * back-off without end. Every connection needs a new one-time token from the host's page.
 */
export function createWebSocketBridge<S = Snapshot, C = Command>(): HostBridge<S, C> {
  const link: Link<S> = {
    socket: null,
    last: firstView<S>(),
    up: false,
    early: [],
    retry: RETRY_FIRST,
    counter: 0,
    waiting: new Map(),
    snapshots: new Set(),
    links: new Set(),
  };
  void open(link);
  return {
    subscribe: (listener) => {
      link.snapshots.add(listener);
      if (link.last !== null) listener(link.last);
      return () => link.snapshots.delete(listener);
    },
    onLink: (listener) => {
      link.links.add(listener);
      return () => link.links.delete(listener);
    },
    call: (command) => {
      link.counter += 1;
      return request(link, { type: 'command', id: link.counter, command });
    },
  };
}

async function open<S>(link: Link<S>): Promise<void> {
  const token = await nextToken();
  if (token === null) return again(link);
  const url = new URL(BRIDGE_PATH, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url, BRIDGE_SUBPROTOCOL);
  link.socket = socket;
  socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'hello', token })));
  socket.addEventListener('message', (event: MessageEvent<unknown>) => take(link, event.data));
  socket.addEventListener('close', () => {
    link.socket = null;
    setUp(link, false);
    for (const answer of link.waiting.values()) answer(null);
    link.waiting.clear();
    again(link);
  });
}

function again<S>(link: Link<S>): void {
  setTimeout(() => void open(link), link.retry);
  link.retry = Math.min(link.retry * 2, RETRY_MAX);
}

function setUp<S>(link: Link<S>, up: boolean): void {
  link.up = up;
  if (up) {
    const waiting = link.early ?? [];
    link.early = null;
    for (const go of waiting) go();
  }
  for (const listener of link.links) listener(up);
}

function take<S>(link: Link<S>, data: unknown): void {
  const reply = readReply<S>(data);
  if (reply === null) return;
  if (reply.type === 'snapshot') {
    link.last = reply.snapshot;
    link.retry = RETRY_FIRST;
    if (!link.up) setUp(link, true);
    for (const listener of link.snapshots) listener(reply.snapshot);
    return;
  }
  link.waiting.get(reply.id)?.(reply.answer);
  link.waiting.delete(reply.id);
}

/** Host and page share the frame types. The check only excludes a foreign sender. */
function readReply<S>(data: unknown): BridgeReply<S> | null {
  if (typeof data !== 'string') return null;
  try {
    const frame: unknown = JSON.parse(data);
    if (typeof frame !== 'object' || frame === null || !('type' in frame)) return null;
    return frame.type === 'snapshot' || frame.type === 'answer' ? (frame as BridgeReply<S>) : null;
  } catch {
    return null;
  }
}

type CommandFrame = {
  readonly type: 'command';
  readonly id: number;
  readonly command: unknown;
};

/** A page is drawn before its first connection. Commands from that time wait for the connection. */
async function request<S>(link: Link<S>, frame: CommandFrame): Promise<AnyAnswer> {
  const { early } = link;
  if (early !== null) {
    await new Promise<void>((resolve) => {
      early.push(resolve);
      setTimeout(resolve, CALL_TIMEOUT);
    });
  }
  return send(link, frame);
}

function send<S>(link: Link<S>, frame: CommandFrame): Promise<AnyAnswer> {
  return new Promise((resolve, reject) => {
    if (link.socket === null || !link.up) {
      reject(new Error('not connected to the host'));
      return;
    }
    const timer = setTimeout(() => settle(null), CALL_TIMEOUT);
    const settle: Waiting = (answer) => {
      clearTimeout(timer);
      link.waiting.delete(frame.id);
      if (answer === null) reject(new Error('the host did not answer'));
      else resolve(answer);
    };
    link.waiting.set(frame.id, settle);
    link.socket.send(JSON.stringify(frame));
  });
}

/**
 * The view that the host embedded in the page, once; null if there is none. It saves the first
 * drawing a round trip to the host.
 */
export function firstView<S>(): S | null {
  const block = document.getElementById(FIRST_VIEW);
  block?.remove();
  try {
    return JSON.parse(block?.textContent ?? 'null') as S | null;
  } catch {
    // The element with this id is not the host's.
    return null;
  }
}

declare global {
  interface Window {
    /** Set by the Electron preload script; undefined in a browser. */
    readonly tillkit?: Bridge;
  }
}

/** The bridge of this page: the preload script's, else the loopback WebSocket. */
export function findBridge(): Bridge {
  return window.tillkit ?? createWebSocketBridge();
}
