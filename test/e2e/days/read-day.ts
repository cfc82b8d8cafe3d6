import { createHash, createPublicKey, verify } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookEntry, PeriodReport } from '../../../shared/books/entry.ts';
import { BookReader, type Figures, figuresOf } from '../../simulation/reader/period.ts';

/*
 * An independent reader of the files of the books. It knows their format, and uses nothing of the product: it checks the
 * chain and the signatures, and adds up each period on its own. Amounts are minor units.
 */

/** A closed period, or the open one, whose `z` is null. */
export type ReadPeriod = {
  readonly entries: readonly BookEntry[];
  /** The Z report of the till. */
  readonly z: PeriodReport | null;
  /** Its figures, and those that this reader adds up. */
  readonly said: Figures | null;
  readonly own: Figures;
  /** The line of the close in its file. */
  readonly closeLine: string | null;
};

/** Reads all periods of a till's folder. Throws for an entry that is not what was written. */
export function readPeriods(directory: string): readonly ReadPeriod[] {
  const folder = join(directory, 'books');
  const reader = new BookReader();
  let hash = '0'.repeat(64);
  let [entries, receipts] = [0, 0];
  return readdirSync(folder)
    .filter((name) => /^\d{6}\.jsonl$/.test(name))
    .sort()
    .map((name) => {
      // The rest of a write that a power cut ended has no line break.
      const lines = readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1);
      const read = lines.map((line) => JSON.parse(line) as BookEntry);
      for (const one of read) {
        entries += 1;
        if (one.receipt !== null) receipts += 1;
        check(one.entry === entries, `entry ${one.entry} is in the place of ${entries}`);
        check(one.receipt === null || one.receipt === receipts, `receipt ${one.receipt}`);
        check(one.previous === hash && hashOf(one) === one.hash, `hash of ${one.entry}`);
        check((one.fact.kind === 'close') === (one.signature !== null), `seal of ${one.entry}`);
        check(one.signature === null || isSigned(one), `signature of ${one.entry}`);
        hash = one.hash;
      }
      const last = read.at(-1);
      const close = last?.fact.kind === 'close' ? last.fact : null;
      for (const one of close === null ? read : read.slice(0, -1)) reader.read(one);
      const own = reader.figures(close?.at ?? 0);
      if (last !== undefined && close !== null) reader.read(last);
      return {
        entries: read,
        z: close?.report ?? null,
        said: close === null ? null : figuresOf(close.report),
        own,
        closeLine: close === null ? null : (lines.at(-1) ?? ''),
      };
    });
}

function check(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`The books are not what was written: ${what}.`);
}

const hashOf = ({ hash: _, signature: __, ...rest }: BookEntry) =>
  createHash('sha256').update(JSON.stringify(rest)).digest('hex');

function isSigned({ fact, hash, signature }: BookEntry): boolean {
  const key = Buffer.from(fact.kind === 'close' ? fact.key : '', 'base64');
  const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
  return verify(null, Buffer.from(hash), publicKey, Buffer.from(signature ?? '', 'base64'));
}
