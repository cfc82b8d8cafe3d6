import { isDeepStrictEqual } from 'node:util';
import type { Bill, Bills } from '../../../shared/bill/bill.ts';
import type { BillCommand, BillRecord, BillResult } from '../../../shared/bill/commands.ts';
import { isOpenBill } from '../../../shared/bill/paid.ts';
import type { Booked } from '../../../shared/terminal/bills/bill-book.ts';
import type { Terminal } from '../../../shared/terminal/index.ts';
import { replay } from '../../shared/bill/histories.ts';

/** What a till was told about its bills. */
type Told = { readonly what: BillCommand | BillResult; readonly life: number };

/** A command names the version that a person saw; a result does not. */
const isCommand = (what: BillCommand | BillResult): what is BillCommand => 'version' in what;

/**
 * Audits the bills of one till. It notes every command and result that took effect, keeps its own bills from them, and
 * compares these with those of the till after each start and at the end. The time of a record does not count.
 */
export function createBookAudit(till: string, find: (finding: string) => void) {
  let records: readonly BillRecord[] = [];
  let waiting: readonly Told[] = [];
  let life = 0;
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);

  function noteAnswer(told: Told, booked: Booked): void {
    // An answer of an earlier life reaches nobody.
    if (told.life !== life) return;
    waiting = waiting.filter((one) => one !== told);
    if (!booked.ok) count(`refused: ${booked.reason}`);
    else if (booked.record === null) count('repeated');
    else add(told.what);
  }

  function add(what: BillCommand | BillResult): void {
    records = [...records, { ...what, at: 0 }];
    const isPayout = what.act === 'pay' && what.amount < 0;
    count(isPayout ? 'payout' : what.act === 'pay' ? `pay by ${what.method.kind}` : what.act);
  }

  /**
   * What a stop left: a command without an answer took effect if it is in the journal. The engine repeats a result that
   * was not written yet. Somebody may wait for two answers about one result.
   */
  function takeStock({ done }: Bills): void {
    const isDone = ({ id }: BillCommand | BillResult) => done.includes(id);
    records = records.filter((record) => isCommand(record) || isDone(record));
    const isNoted = ({ id }: BillCommand | BillResult) => records.some((one) => one.id === id);
    for (const { what } of waiting) if (isDone(what) && !isNoted(what)) add(what);
    waiting = [];
  }

  async function watched<T extends BillCommand | BillResult>(
    what: T,
    answer: (what: T) => Promise<Booked>,
  ): Promise<Booked> {
    const told = { what, life };
    waiting = [...waiting, told];
    const booked = await answer(what);
    noteAnswer(told, booked);
    return booked;
  }

  function compare(real: Bills, when: string): void {
    const { state, findings } = replay(records);
    for (const finding of findings) find(`${till}, bills: ${finding}`);
    const ids = new Set([...state.bills.keys(), ...real.bills.keys()]);
    for (const id of ids) {
      const [own, shown] = [state.bills.get(id), real.bills.get(id)];
      if (isDropped(own, shown)) continue;
      if (!isDeepStrictEqual(timeless(own), timeless(shown)))
        find(`${till}, ${when}: bill ${id} is another one`);
    }
  }

  return {
    counts: (): ReadonlyMap<string, number> => counts,
    /** The commands and results that took effect, the oldest first. */
    records: () => records,
    count,
    /** The terminal of a new life, whose commands and results on bills are noted. */
    watch(terminal: Terminal): Terminal {
      const { bills: book } = terminal;
      life += 1;
      takeStock(book.bills());
      compare(book.bills(), 'after a start');
      return {
        ...terminal,
        bills: {
          bills: book.bills,
          command: (command, permit) => watched(command, (one) => book.command(one, permit)),
          result: (result) => watched(result, book.result),
        },
      };
    },
    /** Compares the bills at the end of a world with those of the commands and those of the journal. */
    finish(real: Bills, journal: Bills): void {
      compare(real, 'at the end');
      for (const id of new Set([...real.bills.keys(), ...journal.bills.keys()])) {
        const [shown, written] = [real.bills.get(id), journal.bills.get(id)];
        if (!isDropped(written, shown) && !isDeepStrictEqual(shown, written)) {
          find(`${till}: bill ${id} is another one in the journal`);
        }
      }
    },
  };
}

export type BookAudit = ReturnType<typeof createBookAudit>;

/** A compaction drops bills that ended long ago, also by a wrong clock. */
const isDropped = (before: Bill | undefined, now: Bill | undefined) =>
  now === undefined && before !== undefined && !isOpenBill(before);

const TIMES = new Set(['at', 'openedAt', 'changedAt']);
const timeless = (bill: Bill | undefined): unknown =>
  bill === undefined
    ? bill
    : JSON.parse(
        JSON.stringify(bill, (key, value: unknown) => (TIMES.has(key) ? undefined : value)),
      );
