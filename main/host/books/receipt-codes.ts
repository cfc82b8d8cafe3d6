import { createHmac, timingSafeEqual } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { bookedNumber } from '../../../shared/device/receipts/receipt-label.ts';
import { readPrivateFile, writePrivateFile } from '../../../shared/node/private-file.ts';
import { secureRandom } from '../adapters/machine.ts';

/*
 * The code of a receipt (D-333): its number with a part that only this till can make. Nobody can guess the code of a
 * receipt that he has not seen, and another till finds nothing by it.
 */

/** The codes of a till's receipts. */
export type ReceiptCodes = {
  /** The code of a receipt or a refund by its number. */
  readonly codeOf: (receipt: number) => string;
  /** The number of a receipt of this till; null for every other text. */
  readonly read: (code: string) => number | null;
};

const FILE = 'receipt-key.json';
const KEY_BYTES = 32;
const keyFile = z.strictObject({ key: z.string().regex(/^[\w-]{43}$/) });
/** 132 bits of the hash. */
const PROOF = 22;

/** The codes with the key in the till's data folder, which is made at the first start. */
export async function openReceiptCodes(directory: string, till: string): Promise<ReceiptCodes> {
  const path = join(directory, FILE);
  const kept = await readPrivateFile(path, keyFile).catch(async () => {
    // Receipts that were printed with it are found by their number.
    await rename(path, `${path}.broken`);
    return null;
  });
  if (kept !== null) return receiptCodes(till, Buffer.from(kept.key, 'base64url'));
  const key = Buffer.from(secureRandom(KEY_BYTES));
  await writePrivateFile(path, { key: key.toString('base64url') });
  return receiptCodes(till, key);
}

export function receiptCodes(till: string, key: Buffer): ReceiptCodes {
  const proofOf = (name: string) =>
    createHmac('sha256', key).update(name).digest('base64url').slice(0, PROOF);
  const codeOf = (receipt: number) => {
    const name = bookedNumber(till, receipt);
    return `${name}.${proofOf(name)}`;
  };
  return {
    codeOf,
    read(code) {
      const number = Number(/-R(\d{1,9})\.[\w-]{22}$/.exec(code)?.[1]);
      if (!Number.isInteger(number)) return null;
      const [own, given] = [Buffer.from(codeOf(number)), Buffer.from(code)];
      return own.length === given.length && timingSafeEqual(own, given) ? number : null;
    },
  };
}
