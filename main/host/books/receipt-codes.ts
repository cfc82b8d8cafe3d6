import { createHmac, timingSafeEqual } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { NumberedEntry } from '../../../shared/books/entry.ts';
import { bookedNumber } from '../../../shared/device/receipts/receipt-label.ts';
import { readPrivateFile, writePrivateFile } from '../../../shared/node/private-file.ts';
import { derivedOnce } from '../../../shared/objects/derived-once.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { secureRandom } from '../adapters/machine.ts';

/*
 * The code of a receipt (D-333): its number with a part that only this till can make of this entry. Nobody can guess the
 * code of a receipt that he has not seen, and another till finds nothing by it. Books that were restored from a copy
 * give a number a second time, but never a code.
 */

/** What a code depends on: it never changes, whatever is booked later. */
export type CodedEntry = {
  readonly receipt: number;
  readonly fact: Pick<NumberedEntry['fact'], 'id' | 'at'>;
};

/** The codes of a till's receipts. */
export type ReceiptCodes = {
  /** The code of a receipt or a refund. */
  readonly codeOf: (entry: CodedEntry) => string;
  /** True if the code is the one of this entry, and not of another one that had its number. */
  readonly isOf: (entry: CodedEntry, code: string) => boolean;
};

const FILE = 'receipt-key.json';
const KEY_BYTES = 32;
const keyFile = z.strictObject({
  key: z.string().regex(/^[\w-]{43}$/),
  /**
   * Entries up to this time have the codes of an earlier version, which depend on the number only; null if this till has
   * made none. Files of that version do not have it.
   */
  numbers_until: z.int().nullable().optional(),
});
/** 132 bits of the hash. */
const PROOF = 22;

/**
 * The codes with the key in the till's data folder, which is made at the first start. `booked` is the time of now or of
 * the newest entry, the later of both: a till of an earlier version has printed codes of numbers until then.
 */
export async function openReceiptCodes(
  directory: string,
  till: string,
  booked: Instant,
): Promise<ReceiptCodes> {
  const path = join(directory, FILE);
  const kept = await readPrivateFile(path, keyFile).catch(async () => {
    // Receipts that were printed with it are found by their number.
    await rename(path, `${path}.broken`);
    return null;
  });
  if (kept === null) {
    const key = Buffer.from(secureRandom(KEY_BYTES));
    await writePrivateFile(path, { key: key.toString('base64url'), numbers_until: null });
    return receiptCodes(till, key);
  }
  const { key, numbers_until: until = booked } = kept;
  if (kept.numbers_until === undefined) {
    // A disk that refuses this takes no receipt either.
    await writePrivateFile(path, { key, numbers_until: until }).catch(() => undefined);
  }
  return receiptCodes(till, Buffer.from(key, 'base64url'), until);
}

/** The codes by a key. Entries up to `numbersUntil` have codes of their number; none if it is null. */
export function receiptCodes(
  till: string,
  key: Buffer,
  numbersUntil: Instant | null = null,
): ReceiptCodes {
  const codeBy = (receipt: number, proved: string) => {
    const proof = createHmac('sha256', key).update(proved).digest('base64url').slice(0, PROOF);
    return `${bookedNumber(till, receipt)}.${proof}`;
  };
  const byNumber = ({ receipt }: CodedEntry) => codeBy(receipt, bookedNumber(till, receipt));
  const byEntry = ({ receipt, fact }: CodedEntry) =>
    codeBy(receipt, JSON.stringify([till, receipt, fact.id, fact.at]));
  const isEarlier = ({ fact }: CodedEntry) => numbersUntil !== null && fact.at <= numbersUntil;
  const areSame = (one: string, other: string) => {
    const [own, given] = [Buffer.from(one), Buffer.from(other)];
    return own.length === given.length && timingSafeEqual(own, given);
  };
  return {
    codeOf: derivedOnce((entry) => (isEarlier(entry) ? byNumber(entry) : byEntry(entry))),
    isOf: (entry, code) =>
      areSame(byEntry(entry), code) || (isEarlier(entry) && areSame(byNumber(entry), code)),
  };
}
