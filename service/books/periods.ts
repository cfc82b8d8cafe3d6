import { createHash } from 'node:crypto';
import { type CloseEntry, daysOf, hashInBooks, readClose } from '../../shared/books/close.ts';
import { sealedText } from '../../shared/books/next-entry.ts';
import { isSignedBy } from '../../shared/node/signed-hash.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import type { PeriodInput } from '../../shared/protocol/period.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { PeriodProblemKind, PeriodStore, StoredPeriod } from '../store/period-store.ts';
import type { Store } from '../store/store.ts';

/** The closed periods of the tills of each shop (D-313). */
export interface Periods {
  /**
   * Keeps a closed period. A repeat changes nothing. `Not Found` for a till that is not registered, `validation_error`
   * for a close that cannot be read, and `Conflict` for one that does not fit what the service keeps; that is noted as
   * a problem.
   */
  take(merchantId: string, till: TillPeriod, input: PeriodInput): Promise<Answer<void>>;
}

type TillPeriod = { readonly posId: string; readonly number: number };

export type PeriodsDeps = {
  readonly store: Pick<Store, 'periods' | 'pos'>;
  readonly clock: Clock;
};

const NO_HASH = '0'.repeat(64);

export function createPeriods({ store, clock }: PeriodsDeps): Periods {
  const { periods } = store;

  async function problem(
    merchantId: string,
    till: TillPeriod,
    kind: keyof typeof SENTENCES,
  ): Promise<Answer<void>> {
    await periods.noteProblem(merchantId, { ...till, kind, at: clock.now() });
    return refuse('Conflict', SENTENCES[kind]);
  }

  /** A till that was paired again has another key. So has somebody who writes books of his own. */
  async function noteOtherKey(merchantId: string, till: TillPeriod, close: CloseEntry) {
    const before = await periods.read(merchantId, till.posId, till.number - 1);
    const known = before === null ? null : readClose(before.close);
    if (known === null || known.fact.key === close.fact.key) return;
    await periods.noteProblem(merchantId, { ...till, kind: 'other_key', at: clock.now() });
  }

  return {
    async take(merchantId, till, input) {
      const { posId, number } = till;
      if ((await store.pos.read(merchantId, posId)) === null) return NO_POS;
      const close = readClose(input.close);
      if (close === null || close.fact.number !== number) return UNREADABLE;
      if (!isUnaltered(close, input.close)) return problem(merchantId, till, 'altered');
      const period = storedOf(till, close, input, clock.now());
      const known = await periods.read(merchantId, posId, number);
      if (known !== null) {
        return isSame(known, period)
          ? answer(undefined)
          : problem(merchantId, till, 'other_report');
      }
      const misfit = await misfitOf(periods, merchantId, till, input);
      if (misfit !== null) return problem(merchantId, till, misfit);
      if (await periods.put(merchantId, period)) {
        await noteOtherKey(merchantId, till, close);
        return answer(undefined);
      }
      // Another request with this number was faster.
      const written = await periods.read(merchantId, posId, number);
      return written !== null && isSame(written, period)
        ? answer(undefined)
        : problem(merchantId, till, 'other_report');
    },
  };
}

const NO_POS = refuse('Not Found', 'There is no point of sale of this id.');
const UNREADABLE = refuse(
  'validation_error',
  'The close is no line of the books that closes the period of this number.',
  { close: ['must be the line of a close with the number of the address'] },
);
const SENTENCES: Readonly<Record<Exclude<PeriodProblemKind, 'other_key'>, string>> = {
  other_report:
    'The service has another report of this number. The books of the till were changed or restored.',
  gap: 'The period before this one is missing. Hand over the periods in their order.',
  not_continued:
    'The period does not continue the one before. The books of the till were changed or restored.',
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
  // A service from before D-402 kept a folded close with the hash of its line.
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
