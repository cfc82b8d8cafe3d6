import { createHmac, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { NumberedEntry } from '../../../shared/books/entry.ts';
import type { RandomBytes } from '../../../shared/ids/ids.ts';
import { derivedOnce } from '../../../shared/objects/derived-once.ts';
import { bookedNumber } from '../../../shared/protocol/receipt-number.ts';
import { keptKey } from '../adapters/kept-key.ts';
import type { SmallFiles } from '../adapters/small-files.ts';

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
const keyFile = z.strictObject({ key: z.string().regex(/^[\w-]{43}$/) });
/** 132 bits of the hash. */
const PROOF = 22;

/** The codes with the key in the till's data folder, which is made at the first start. */
export function openReceiptCodes(
  directory: string,
  till: string,
  { random, files }: { readonly random: RandomBytes; readonly files: SmallFiles },
): ReceiptCodes {
  // Receipts that were printed with a broken key are found by their number.
  const kept = keptKey(files, join(directory, FILE), keyFile, () => ({
    key: Buffer.from(random(KEY_BYTES)).toString('base64url'),
  }));
  return receiptCodes(till, Buffer.from(kept.key, 'base64url'));
}

/** The codes by a key. */
export function receiptCodes(till: string, key: Buffer): ReceiptCodes {
  const codeOf = derivedOnce(({ receipt, fact }: CodedEntry) => {
    const proved = JSON.stringify([till, receipt, fact.id, fact.at]);
    const proof = createHmac('sha256', key).update(proved).digest('base64url').slice(0, PROOF);
    return `${bookedNumber(till, receipt)}.${proof}`;
  });
  return {
    codeOf,
    isOf(entry, code) {
      const [own, given] = [Buffer.from(codeOf(entry)), Buffer.from(code)];
      return own.length === given.length && timingSafeEqual(own, given);
    },
  };
}
