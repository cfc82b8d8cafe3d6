import type { MoneyInteger } from '../../money/money.ts';
import type { VendResult } from './machine-port.ts';
import type { SaleRecord } from './records.ts';
import type { SaleLogKey } from './state.ts';

/** What is known of a delivery. */
export type VendFacts = {
  readonly id: string;
  /** Null while the machine has not answered. */
  readonly result: VendResult | null;
};

/** Paid, and not or not wholly delivered. */
export type Undelivered = {
  readonly how: 'refund' | 'person';
  readonly missing: MoneyInteger;
};

type VendedRecord = Extract<SaleRecord, { kind: 'vended' }>;

/** The result of a journal record. */
export function resultOf({ result, amount, why }: VendedRecord): VendResult {
  switch (result) {
    case 'ok':
      return { kind: 'ok', amount };
    case 'partial':
      // Without a price it is not known what came out.
      return amount === null ? { kind: 'unknown', why } : { kind: 'partial', amount, why };
    case 'failed':
    case 'unknown':
      return { kind: result, why };
  }
}

/** The printed line of a result. */
export const RESULT_LINE: Readonly<Record<VendResult['kind'], SaleLogKey>> = {
  ok: 'delivered',
  partial: 'partly_delivered',
  failed: 'not_delivered',
  unknown: 'delivery_unknown',
};
