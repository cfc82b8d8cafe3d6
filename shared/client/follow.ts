import { present } from '../objects/present.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { Outcome } from '../protocol/outcome.ts';
import type { Status } from '../protocol/status-codes.ts';
import { type AnyClock, elapsed, SECOND } from '../time/clock.ts';
import { type Call, type CallOptions, deadlineFor } from './call.ts';
import { ClientFailure, type ClientResult, failureOf, noAnswer, unexpected } from './result.ts';
import { sleep } from './retries.ts';
import type { CallRoute, RouteInput, RouteValue } from './route-calls.ts';

export type UntilOptions = {
  /** Milliseconds until the wait ends without a result; 5 minutes when left out. */
  readonly timeout?: number;
  /** Ends the wait at once; the result is then `no_answer` with the cause `cancelled`. */
  readonly signal?: AbortSignal;
};

/** What a long poll of the outcome asks. */
type Poll = { readonly wait?: number; readonly since?: number };

/** `paymentOutcome` of the client. */
type ReadOutcome = (tid: string, poll: Poll, options: CallOptions) => Call<Outcome>;

const TIMEOUT = 300 * SECOND;
/** Milliseconds before a call that failed is repeated. */
const PAUSE = SECOND;
/** No other status follows these. */
const FINAL: readonly Status[] = ['ok', 'fail'];

/**
 * Waits until a payment has one of these statuses, and returns its outcome. A payment that has ended
 * otherwise is `unexpected`; the end of the time is `no_answer` with the cause `timeout`, also while a
 * call has no answer. Repeats calls without an answer, and calls that were too many.
 */
export function createUntil(read: ReadOutcome, clock: AnyClock) {
  return async (
    tid: string,
    wanted: Status | readonly Status[],
    { timeout = TIMEOUT, signal }: UntilOptions = {},
  ): Call<Outcome> => {
    const statuses = [wanted].flat();
    const start = clock.ticks();
    const leftOf = () => timeout - elapsed(start, clock.ticks());
    let since: number | undefined;
    for (;;) {
      if (signal?.aborted) return noAnswer('cancelled', 'The wait was cancelled.');
      const left = leftOf();
      // Also true if the timeout is no number.
      if (!(left > 0)) {
        return noAnswer('timeout', `The payment did not change within ${timeout} ms.`);
      }
      const longest = Math.min(LIMITS.outcomeWaitSecondsMax, Math.ceil(left / SECOND));
      const poll: Poll = since === undefined ? {} : { wait: longest, since };
      const deadline = Math.min(left, deadlineFor(poll.wait ?? 0));
      const result = await read(tid, poll, { deadline, ...present({ signal }) });
      const ended = settled(result, statuses);
      if (ended !== null) return ended;
      since = result.ok ? result.value.status_code : since;
      const rest = leftOf();
      if (!result.ok && rest > 0) await sleep(clock, Math.min(PAUSE, rest), signal);
    }
  };
}

/** The result of a wait; null while it goes on. */
function settled(
  result: ClientResult<Outcome>,
  wanted: readonly Status[],
): ClientResult<Outcome> | null {
  if (!result.ok) {
    const failure = failureOf(result.error);
    const isLost = failure.kind === 'no_answer' && failure.cause !== 'cancelled';
    return isLost || failure.kind === 'too_many' ? null : result;
  }
  const { status, status_code: code } = result.value;
  if (wanted.includes(status)) return result;
  if (!FINAL.includes(status)) return null;
  return unexpected(`The payment has ended as ${status} (${code}).`, result.status);
}

/** The lists of the API. */
export type ListName = 'paymentList' | 'posList' | 'shortlinkList' | 'settlementList';
type ListInput<N extends ListName> = RouteInput<N> extends { readonly query?: infer Q } ? Q : never;
type Item<N extends ListName> =
  RouteValue<N> extends { readonly items: readonly (infer I)[] } ? I : string;

/** All entries of a list, page by page. Throws a `ClientFailure` when a page cannot be read. */
export type Entries = <N extends ListName>(
  name: N,
  query?: ListInput<N>,
  options?: CallOptions,
) => AsyncGenerator<Item<N>, void, undefined>;

type Page = { readonly entries: readonly unknown[]; readonly cursor: string | null };

export function createEntries(call: CallRoute): Entries {
  return async function* entries(name, query, options) {
    let cursor: string | null = null;
    do {
      const asked: object = { query: Object.assign({}, query, cursor === null ? {} : { cursor }) };
      const result = await call(name, asked as RouteInput<typeof name>, options);
      if (!result.ok) throw new ClientFailure(result.error);
      const page = pageOf(result.value as RouteValue<ListName>);
      yield* page.entries as Item<typeof name>[];
      cursor = page.cursor;
    } while (cursor !== null);
  };
}

/** A page of payments has a cursor; a page of addresses has the address of the next one. */
function pageOf(value: RouteValue<ListName>): Page {
  if ('items' in value) return { entries: value.items, cursor: value.cursor };
  const next = value.next === null ? null : URL.parse(value.next, 'http://list.invalid');
  return { entries: value.uris, cursor: next?.searchParams.get('cursor') ?? null };
}
