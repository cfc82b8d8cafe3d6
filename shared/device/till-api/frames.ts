import { z } from 'zod';
import { billSummary } from './bills.ts';
import { TILL_ERRORS, type TillErrorType } from './errors.ts';
import { codeList, refundList } from './more.ts';
import { saleOutput, statusOutput, unclaimedOutput } from './sale.ts';

/** Where the till API takes WebSockets, below the version. */
export const TILL_EVENTS_PATH = '/events/';

/** WebSocket subprotocol of the till's events. */
export const TILL_SUBPROTOCOL = 'tillkit.till.v1';

const run = z.string().max(50);
const seq = z.int().nonnegative();
const unclaimed = z.array(unclaimedOutput);
const { refunds } = refundList.shape;
const { codes, scans } = codeList.shape;

/**
 * The only frame that a register sends. It contains the token if the upgrade had no `Authorization`;
 * `run` and `after` name the last event that the register has handled.
 */
export const tillHello = z.object({
  type: z.literal('hello'),
  token: z.string().min(1).max(200).optional(),
  run: run.optional(),
  after: seq.optional(),
});
export type TillHello = z.input<typeof tillHello>;

/** What has changed, with its number; numbers grow by one within a run of the till. */
const tillEvents = [
  z.object({ type: z.literal('sale'), seq, sale: saleOutput }),
  z.object({ type: z.literal('status'), seq, status: statusOutput }),
  z.object({ type: z.literal('unclaimed'), seq, unclaimed }),
  z.object({ type: z.literal('refunds'), seq, refunds }),
  z.object({ type: z.literal('codes'), seq, codes, scans }),
  z.object({ type: z.literal('bill'), seq, bill: billSummary }),
] as const;
export type TillEvent = z.input<(typeof tillEvents)[number]>;

// The registry's keys are exactly the types; `Object.keys` only knows that they are text.
const errorType = z.enum(Object.keys(TILL_ERRORS) as [TillErrorType, ...TillErrorType[]]);

/**
 * Frames to a register. The first one answers its hello: the whole state, or a continuation from `after`.
 */
export const tillFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    run,
    seq,
    status: statusOutput,
    sales: z.array(saleOutput),
    unclaimed,
    refunds,
    codes,
    scans,
    /** The open bills. */
    bills: z.array(billSummary),
  }),
  z.object({ type: z.literal('resumed'), run, seq }),
  ...tillEvents,
  z.object({ type: z.literal('error'), error_type: errorType, error_description: z.string() }),
]);
export type TillFrame = z.input<typeof tillFrame>;

/** Why the till closes a WebSocket. */
export const TILL_CLOSE = { badFrame: 4400, unauthorized: 4401 } as const;
