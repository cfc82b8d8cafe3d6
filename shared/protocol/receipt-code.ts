import { LIMITS } from './limits.ts';

/** A receipt as its code names it. */
type CodedReceipt = {
  readonly posId: string;
  readonly number: number;
};

/** The form of a code: the point of sale, the number, and 22 letters that nobody can guess (D-333). */
const RECEIPT_CODE = /^([\w.-]+)-R([1-9]\d{0,8})\.[\w-]{22}$/;

/** The receipt that a code such as `till1-R12.` with 22 letters behind it names; null for every other text. */
export function readReceiptCode(code: string): CodedReceipt | null {
  if (code.length > LIMITS.receiptCodeMax) return null;
  const [, posId, number] = RECEIPT_CODE.exec(code) ?? [];
  return posId === undefined ? null : { posId, number: Number(number) };
}
