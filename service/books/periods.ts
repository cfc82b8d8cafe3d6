import { createHash } from 'node:crypto';
import { type CloseEntry, daysOf, hashInBooks, readClose } from '../../shared/books/close.ts';
import { sealedText } from '../../shared/books/next-entry.ts';
import { SHOP_QUOTAS } from '../../shared/limits/shop-quotas.ts';
import { isSignedBy } from '../../shared/node/signed-hash.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import type { PeriodGap, PeriodInput, PeriodTaken } from '../../shared/protocol/period.ts';
import { bookedNumber } from '../../shared/protocol/receipt-number.ts';
import { type Clock, DAY } from '../../shared/time/clock.ts';
import { keyHashOfDer } from '../merchants/read-public-key.ts';
import type { PeriodProblemKind, PeriodStore, StoredPeriod } from '../store/period-store.ts';
import type { Store } from '../store/store.ts';
import { closeBefore, receiptsLeftOut } from './left-out.ts';

/** The closed periods of the tills of each shop (D-313). */
export interface Periods {
  /**
   * Keeps a closed period. A repeat changes nothing. `Not Found` for a till that is not registered, `validation_error`
   * for a close that cannot be read, and `Conflict` for one that does not fit what the service keeps; that is noted as
   * a problem. `Too Many Requests` when the shop has handed over more within a day than its quota (D-441).
   */
  take(merchantId: string, till: TillPeriod, input: PeriodInput): Promise<Answer<PeriodTaken>>;
  /**
   * Puts a kept period and all later ones of its till aside, so that the till's own are kept from there on (D-459). The
   * hash is that of the period that the person saw: another one of the number, which was taken meanwhile, stays (D-565).
   * `Not Found` if the service has no such period.
   */
  putAside(merchantId: string, period: SeenPeriod, aside: Aside): Promise<Answer<void>>;
}

/** Who puts a period aside, and why. */
export type Aside = { readonly by: string; readonly reason: string };

type TillPeriod = { readonly posId: string; readonly number: number };
type SeenPeriod = TillPeriod & Pick<StoredPeriod, 'hash'>;

export type PeriodsDeps = {
  readonly store: Pick<Store, 'periods' | 'pos' | 'pairings' | 'receipts'>;
  readonly clock: Clock;
};

const NO_HASH = '0'.repeat(64);

export function createPeriods({ store, clock }: PeriodsDeps): Periods {
  const { periods } = store;

  async function problem(
    merchantId: string,
    till: TillPeriod,
    kind: keyof typeof SENTENCES,
  ): Promise<Answer<never>> {
    await periods.noteProblem(merchantId, { ...till, kind, at: clock.now() });
    if (kind !== 'gap') return refuse('Conflict', SENTENCES[kind]);
    const last = await periods.lastBefore(merchantId, till.posId, till.number);
    return refuse('Conflict', SENTENCES.gap, { first_missing: last + 1 } satisfies PeriodGap);
  }

  /**
   * True for the key of a pairing of this point of sale, and for the key of the period before, which a till had
   * that was paired later. Every key counts where no till was paired with a key (D-457).
   */
  async function hasOwnKey(merchantId: string, { posId, number }: TillPeriod, close: CloseEntry) {
    const { key } = close.fact;
    const hashes = await store.pairings.keyHashes(merchantId, posId);
    if (hashes.length === 0 || hashes.includes(keyHashOfDer(key))) return true;
    const before = await periods.read(merchantId, posId, number - 1);
    return before !== null && readClose(before.close)?.fact.key === key;
  }

  /** A till that was paired again has another key. So has somebody who writes books of his own. */
  async function noteOtherKey(merchantId: string, till: TillPeriod, close: CloseEntry) {
    const before = await periods.read(merchantId, till.posId, till.number - 1);
    const known = before === null ? null : readClose(before.close);
    if (known === null || known.fact.key === close.fact.key) return;
    await periods.noteProblem(merchantId, { ...till, kind: 'other_key', at: clock.now() });
  }

  /** A repeat has the same answer, because the close that is kept decides what was left out. */
  async function taken(
    merchantId: string,
    { posId, received }: StoredPeriod,
    close: CloseEntry,
  ): Promise<Answer<PeriodTaken>> {
    const before = await closeBefore(store, merchantId, { posId, close });
    const numbers = await receiptsLeftOut(store, merchantId, { posId, close, received }, before);
    if (numbers.length > 0) {
      const { number } = close.fact;
      await periods.noteProblem(merchantId, { posId, number, kind: 'left_out', at: received });
    }
    return answer({ receipts_left_out: numbers.map((number) => bookedNumber(posId, number)) });
  }

  return {
    async putAside(merchantId, period, aside) {
      const count = await periods.putAside(merchantId, period, { ...aside, at: clock.now() });
      return count === 0 ? NO_PERIOD : answer(undefined);
    },
    async take(merchantId, till, input) {
      const { posId, number } = till;
      if ((await store.pos.read(merchantId, posId)) === null) return NO_POS;
      const close = readClose(input.close);
      if (close === null || close.fact.number !== number) return UNREADABLE;
      if (!isUnaltered(close, input.close)) return problem(merchantId, till, 'altered');
      if (!(await hasOwnKey(merchantId, till, close)))
        return problem(merchantId, till, 'other_key');
      const period = storedOf(till, close, input, clock.now());
      const known = await periods.read(merchantId, posId, number);
      if (known !== null) {
        return isSame(known, period)
          ? taken(merchantId, known, close)
          : problem(merchantId, till, 'other_report');
      }
      const misfit = await misfitOf(periods, merchantId, till, input);
      if (misfit !== null) return problem(merchantId, till, misfit);
      const { count, bytes } = await periods.received(
        merchantId,
        period.received - DAY,
        period.received,
      );
      const { periodsADay, periodBytesADay } = SHOP_QUOTAS;
      if (count >= periodsADay || bytes >= periodBytesADay) return TOO_MANY;
      if (await periods.put(merchantId, period)) {
        await noteOtherKey(merchantId, till, close);
        return taken(merchantId, period, close);
      }
      // Another request with this number was faster.
      const written = await periods.read(merchantId, posId, number);
      return written !== null && isSame(written, period)
        ? taken(merchantId, written, close)
        : problem(merchantId, till, 'other_report');
    },
  };
}

const NO_POS = refuse('Not Found', 'There is no point of sale of this id.');
const NO_PERIOD = refuse('Not Found', 'The service has no closed period of this number.');
const TOO_MANY = refuse(
  'Too Many Requests',
  `A shop hands over at most ${SHOP_QUOTAS.periodsADay} closed periods and ${SHOP_QUOTAS.periodBytesADay / 2 ** 20} MB of them within a day; send this one later.`,
  { retry_after: 600 },
);
const UNREADABLE = refuse(
  'validation_error',
  'The close is no line of the books that closes the period of this number.',
  { close: ['must be the line of a close with the number of the address'] },
);
const SENTENCES: Readonly<Record<Exclude<PeriodProblemKind, 'left_out'>, string>> = {
  other_report:
    'The service has another report of this number. The books of the till were changed or restored.',
  gap: 'The period before this one is missing. Hand over the periods in their order.',
  not_continued:
    'The period does not continue the one before. The books of the till were changed or restored.',
  other_key: 'The close is signed with a key that no till of this point of sale was paired with.',
  altered: 'The hash or the signature of the close is not that of its content.',
};

function storedOf(
  till: TillPeriod,
  close: CloseEntry,
  input: PeriodInput,
  received: number,
): StoredPeriod {
  const { first, last } = daysOf(close);
  return {
    ...till,
    firstDay: first,
    lastDay: last,
    hash: hashInBooks(close),
    close: input.close,
    payments: JSON.stringify(input.payments),
    received,
  };
}

/** The hash of the books covers the close. A till that was paired again signs a folded close with another key. */
const isSame = (a: StoredPeriod, b: StoredPeriod) => a.hash === b.hash && a.payments === b.payments;

async function misfitOf(
  periods: PeriodStore,
  merchantId: string,
  { posId, number }: TillPeriod,
  { continues }: PeriodInput,
): Promise<keyof typeof SENTENCES | null> {
  if (number === 1) return continues === NO_HASH ? null : 'not_continued';
  const before = await periods.read(merchantId, posId, number - 1);
  if (before === null) return 'gap';
  const close = readClose(before.close);
  return close !== null && continues === hashInBooks(close) ? null : 'not_continued';
}

/** Whether the hash in the line covers the rest of it, and the till's key made the signature. */
function isUnaltered({ hash, signature, fact }: CloseEntry, line: string): boolean {
  // The line was read as an entry before; what the schema does not know is covered too.
  const sealed = createHash('sha256')
    .update(sealedText(JSON.parse(line)))
    .digest('hex');
  return sealed === hash && signature !== null && isSignedBy(fact.key, hash, signature);
}
