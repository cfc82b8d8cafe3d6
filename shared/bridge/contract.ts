import { z } from 'zod';
import { moneyPositive, optional, prose, reference } from '../protocol/basic.ts';
import type { Refusal } from '../protocol/errors.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { TerminalView } from '../terminal/state.ts';

/**
 * The one contract between a screen and its host. Electron IPC and the loopback WebSocket carry
 * the same messages, so a renderer cannot tell which of them it has (design, section 6).
 */
export type TillSettings = {
  readonly shop: {
    readonly name: string;
    readonly address: string | null;
    readonly organisationNumber: string | null;
  };
  readonly currency: string;
  /** BCP 47 locale in which amounts and times are written: `nb-NO`. */
  readonly locale: string;
  /** Language of the staff's screens until someone changes it. */
  readonly language: 'en' | 'nb';
  readonly posId: string;
  /** Seconds a finished sale stays on screen before the next one opens. */
  readonly paidDwellSeconds: number;
};

/** What a screen shows: settings never change while it is open, the view does all the time. */
export type Snapshot = { readonly settings: TillSettings; readonly view: TerminalView };

const saleRequest = z.object({
  amount: moneyPositive,
  text: optional(prose(LIMITS.textMax)),
  way: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('qr') }),
    z.object({ kind: z.literal('phone'), msisdn: z.string().regex(/^[1-9]\d{7,14}$/) }),
  ]),
});

const saleAction = z.enum(['cancel', 'capture', 'release', 'ask_again', 'set_aside', 'dismiss']);

/** What a screen may ask of its host; anything else is refused unread. */
export const bridgeCommand = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start_sale'), request: saleRequest }),
  z.object({ type: z.literal('act'), saleId: reference, action: saleAction }),
  z.object({ type: z.literal('refresh') }),
]);
export type BridgeCommand = z.input<typeof bridgeCommand>;

/** The host's answer to a command. */
export type BridgeAnswer =
  | { readonly ok: true; readonly value: { readonly id: string } | null }
  | { readonly ok: false; readonly refusal: Refusal };

/** Frames of the loopback WebSocket, screen to host. The first one must be `hello`. */
export const bridgeRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), token: z.string().min(1).max(200) }),
  z.object({
    type: z.literal('command'),
    id: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    command: bridgeCommand,
  }),
]);
export type BridgeRequest = z.input<typeof bridgeRequest>;

/** Frames of the loopback WebSocket, host to screen. */
export type BridgeReply =
  | { readonly type: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly type: 'answer'; readonly id: number; readonly answer: BridgeAnswer };

// Apart from the schemas, so that a screen can have the address without them.
export { BRIDGE_PATH, BRIDGE_SUBPROTOCOL } from './address.ts';

/** What a screen holds, whichever way it reaches its host. */
export interface Bridge {
  /** Calls `listener` with every snapshot; the first comes as soon as there is one. */
  subscribe(listener: (snapshot: Snapshot) => void): () => void;
  /** Calls `listener` when the way to the host is lost (false) or back (true). */
  onLink(listener: (up: boolean) => void): () => void;
  call(command: BridgeCommand): Promise<BridgeAnswer>;
}

/** Electron IPC channels that carry the contract. */
export const IPC = {
  snapshot: 'tillkit:snapshot',
  subscribe: 'tillkit:subscribe',
  call: 'tillkit:call',
} as const;
