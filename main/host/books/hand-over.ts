import { join } from 'node:path';
import { z } from 'zod';
import type { CloseEntry } from '../../../shared/books/close.ts';
import type { BookEntry } from '../../../shared/books/entry.ts';
import { handOver, type Seal } from '../../../shared/books/hand-over.ts';
import { sealedText } from '../../../shared/books/next-entry.ts';
import {
  type PeriodInput,
  periodGap,
  periodInput,
  periodTaken,
} from '../../../shared/protocol/period.ts';
import { ROUTES } from '../../../shared/protocol/routes.ts';
import type { Stopwatch } from '../../../shared/time/clock.ts';
import { keepIn } from '../adapters/kept-value.ts';
import type { SmallFiles } from '../adapters/small-files.ts';
import { senderOf, type TillAccess, type Wire } from '../service/access.ts';
import {
  AGAIN,
  createRounds,
  type NotTaken,
  notTaken,
  pauseAfter,
} from '../service/hand-over-rounds.ts';
import { openOnItsWay, sendingOf } from '../service/on-its-way.ts';
import { hashOf } from './book-files.ts';
import type { BooksKey } from './books-key.ts';
import type { TillBooks } from './till-books.ts';

/*
 * The till hands its closed periods to the service (D-313). The closed files are the outbox: what the service has not
 * taken yet is sent after every close, at every start, and again until the service takes it or has another one.
 */

/**
 * `not_this`: the service cannot read the period or it is too large, so another version of the till may make a better one.
 * With `firstMissing` it has no period of this number and refuses all later ones.
 */
export type Taken = 'taken' | 'not_this' | NotTaken | { readonly firstMissing: number };

/** Gives a period to the service. It never rejects. */
export type PeriodSink = (number: number, input: PeriodInput) => Promise<Taken>;

export type HandOverOptions = {
  readonly directory: string;
  readonly files: SmallFiles;
  readonly books: Pick<TillBooks, 'books' | 'periods' | 'read' | 'subscribe'>;
  readonly sink: PeriodSink;
  /** The till's key, for a close that is too large for the service as it is. */
  readonly key: BooksKey;
  readonly clock: Pick<Stopwatch, 'after'>;
  readonly report: (sentence: string) => void;
};

const FILE = 'books-handed-over.json';
const ON_ITS_WAY_FILE = 'period-on-its-way.json';

/**
 * The last period that the service has taken. Its hash is compared with the books: books that were restored or changed
 * do not have it, and then everything is handed over again, so that the service sees it.
 */
const kept = z.object({ number: z.int().min(1), hash: z.string() });

/** The last period that the service of the till of this folder has taken. */
export const lastTaken = (directory: string, files: SmallFiles) =>
  keepIn(files, join(directory, FILE), kept);

/** The hand-over of a till's periods. */
export type HandOver = {
  /** Resolves when what was begun has been answered. */
  readonly settled: () => Promise<void>;
  /** Closed periods that the service has not taken yet, as far as the last try knows. */
  readonly left: () => number;
  /** The Z report that the service did not take when it was asked last; null if there is none. */
  readonly waiting: () => number | null;
  readonly stop: () => Promise<void>;
};

/** Hands over what is closed, and goes on until `stop`. */
export function openHandOver(options: HandOverOptions): HandOver {
  const { directory, files, books, sink, key, clock, report } = options;
  const file = lastTaken(directory, files);
  const onItsWay = openOnItsWay(
    keepIn(files, join(directory, ON_ITS_WAY_FILE), sendingOf(periodInput)),
  );
  let closes = -1;
  let left = 0;
  /** The Z report that the service did not take, of which the log has a line. */
  let waiting: number | null = null;
  const rounds = createRounds(handOverAll, clock, (error) =>
    report(`The closed periods cannot be read. ${String(error)}`),
  );

  async function firstLeft(): Promise<number> {
    const taken = file.read();
    const isKnown = taken !== null && (await closeOf(books, taken.number))?.hash === taken.hash;
    return isKnown ? taken.number + 1 : 1;
  }

  async function closedPeriods(from: number): Promise<readonly (readonly BookEntry[])[]> {
    const wanted = (await books.periods()).filter((number) => number >= from);
    const read = await Promise.all(wanted.map((number) => books.read(number)));
    return read.filter((entries) => closeIn(entries) !== null);
  }

  async function handOverAll(): Promise<number | null> {
    return handOverFrom(await firstLeft());
  }

  async function handOverFrom(from: number): Promise<number | null> {
    const closed = await closedPeriods(from);
    left = closed.length;
    for (const entries of closed) {
      const close = closeIn(entries);
      if (close === null || rounds.isStopped()) continue;
      const input = onItsWay.sent(close.hash, () => handOver(entries, close, sealWith(key)));
      if (input === null) continue;
      if (input === 'not_kept') return AGAIN;
      const { number } = close.fact;
      const said = await sink(number, input);
      if (said === 'taken') {
        file.write({ number, hash: close.hash }, { flush: true });
        left -= 1;
        if (waiting === number) waiting = null;
      }
      const back = typeof said === 'object' ? said.firstMissing : from;
      if (back < from) {
        // The shop has put periods of this till aside that were its own, or the service lost them.
        onItsWay.answered();
        return handOverFrom(back);
      }
      if (said === 'refused' || typeof said === 'object') {
        report(
          `The service refused Z report ${number} of this till: it has another one, or this one does not continue the report before. Look at "Closed days" in the merchant portal. The till hands over again at its next close or start.`,
        );
      }
      const isWaiting = said === 'unavailable' || said === 'not_this';
      if (isWaiting && waiting !== number) {
        report(
          `The service does not take Z report ${number} of this till; this report and later ones wait, and the till asks again each hour. Update the service if it is older than the till. "Troubleshooting" at the till, tillkit diagnose, and "Tills" in the merchant portal name the report until the service takes it.`,
        );
        waiting = number;
      }
      if (said === 'no_answer' || said === 'unavailable') return pauseAfter(said);
      onItsWay.answered();
      if (said === 'not_this') return pauseAfter('unavailable');
    }
    return null;
  }

  function changed(): void {
    const { close } = books.books();
    if (close === closes) return;
    closes = close;
    rounds.begin();
  }

  const unsubscribe = books.subscribe(changed);
  changed();
  return {
    settled: rounds.settled,
    left: () => left,
    waiting: () => waiting,
    stop() {
      unsubscribe();
      return rounds.stop();
    },
  };
}

/** Signs a close that was folded as the books sign theirs. */
function sealWith({ publicKey, sign }: BooksKey): Seal {
  return ({ hash: _, signature: __, ...close }) => {
    const entry = { ...close, fact: { ...close.fact, key: publicKey } };
    const hash = hashOf(sealedText(entry));
    return { ...entry, hash, signature: sign(hash) };
  };
}

function closeIn(entries: readonly BookEntry[]): CloseEntry | null {
  const last = entries.at(-1);
  return last?.fact.kind === 'close' ? { ...last, fact: last.fact } : null;
}

async function closeOf(books: Pick<TillBooks, 'periods' | 'read'>, number: number) {
  if (!(await books.periods()).includes(number)) return null;
  return closeIn(await books.read(number));
}

/** The service keeps another close of this number. */
const FINAL: ReadonlySet<number> = new Set([409]);
/** The service does not have what it answers so: it was refused before it was compared with what the service keeps. */
const NOT_THIS: ReadonlySet<number> = new Set([400, 413]);

/** The service, by the till's own credentials. */
export function periodSinkOf(access: TillAccess, posId: string, wire: Wire): PeriodSink {
  const send = senderOf(access, wire);
  return async (number, body) => {
    const params = { pos_id: posId, number: String(number) };
    const sent = await send(ROUTES.periodPut, periodTaken, { params, body });
    if (sent.ok) return 'taken';
    const { error } = sent;
    if (error.kind !== 'refused') return notTaken(error, FINAL);
    const gap = periodGap.safeParse(error.details);
    if (error.status === 409 && gap.success) return { firstMissing: gap.data.first_missing };
    return NOT_THIS.has(error.status) ? 'not_this' : notTaken(error, FINAL);
  };
}
