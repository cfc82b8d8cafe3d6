import { z } from 'zod';
import type { SaleAction } from '../../shared/terminal/index.ts';

/** What a till does with the sale that it starts in one life. */
export type LifePlan = {
  /** `aside`: the amount is reserved now and captured later, and the sale is not on the main screen. */
  readonly way: 'code' | 'pair' | 'aside';
  /** Ordered when the till offers it; null leaves the decision to the customer. */
  readonly order: Extract<SaleAction, 'cancel' | 'release' | 'dismiss' | 'set_aside'> | null;
};

/** The start message to a host process. */
export type HostSetup = {
  readonly directory: string;
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly userId: string;
  readonly secret: string;
  readonly posId: string;
  /** Shortlink of the printed code beside the till. */
  readonly sticker: string;
  /** Null: starts no sale, and ends after every sale has ended. */
  readonly plan: LifePlan | null;
  /** Sales that a person gave up in an earlier life; their money is released, never captured. */
  readonly givenUp: readonly string[];
};

/** The messages of a host process, one per line. */
export const hostLine = z.discriminatedUnion('kind', [
  /** Before the journal is opened. */
  z.object({ kind: z.literal('opening') }),
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('started'), id: z.string(), amount: z.number() }),
  z.object({
    kind: z.literal('sale'),
    id: z.string(),
    tid: z.string().nullable(),
    amount: z.number(),
    pair: z.boolean(),
    mode: z.string(),
    taken: z.number(),
    aside: z.boolean(),
    state: z.string(),
  }),
  /** A person is about to press a button; then the till's answer. */
  z.object({ kind: z.literal('asked'), id: z.string(), action: z.string() }),
  z.object({
    kind: z.literal('answered'),
    id: z.string(),
    action: z.string(),
    accepted: z.boolean(),
    state: z.string(),
  }),
  /** The sale of this life has ended and its order was given. */
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('end'), sales: z.number() }),
]);
export type HostLine = z.infer<typeof hostLine>;
