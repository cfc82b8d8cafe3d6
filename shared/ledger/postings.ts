import { add, type MoneyInteger, money, ZERO } from '../money/money.ts';
import type { Account, LedgerEntry, Posting, PostingKind } from './accounts.ts';

/**
 * Makes a transaction of what the accounts get and give; accounts that nothing happens to are left
 * out. Throws when it does not add up to zero: that is a bug, and nothing must be written then.
 */
export function posting(
  kind: PostingKind,
  currency: string,
  amounts: Readonly<Partial<Record<Account, number>>>,
): Posting {
  const entries: LedgerEntry[] = [];
  for (const [account, amount] of entriesOf(amounts)) {
    if (amount !== 0) entries.push({ account, amount: money(amount) });
  }
  const sum = add(ZERO, ...entries.map((entry) => entry.amount));
  if (sum !== 0) throw new Error(`a ${kind} of the ledger is ${sum} minor units off`);
  return { kind, currency, entries };
}

function entriesOf(amounts: Readonly<Partial<Record<Account, number>>>): [Account, number][] {
  // The keys are exactly the accounts; `Object.entries` only knows that they are text.
  return Object.entries(amounts) as [Account, number][];
}

/** Money taken from a customer, with the fees that the capture costs (specification, Settlement). */
export function capturePosting(
  currency: string,
  sums: {
    readonly gross: MoneyInteger;
    readonly fee: MoneyInteger;
    readonly vat: MoneyInteger;
    readonly interchange: MoneyInteger;
  },
): Posting {
  const { gross, fee, vat, interchange } = sums;
  return posting('capture', currency, {
    customers: -gross,
    payable: gross - fee - vat - interchange,
    fee_transaction: fee,
    fee_transaction_vat: vat,
    interchange,
  });
}

/** A refund. The service keeps the fees of the capture (D-98 to D-102). */
export function refundPosting(currency: string, gross: MoneyInteger): Posting {
  return posting('refund', currency, { payable: -gross, refunds: gross });
}

/** The fee of a permission request, deducted from the merchant's settlement. */
export function scopePosting(currency: string, fee: MoneyInteger, vat: MoneyInteger): Posting {
  const amounts = { payable: -(fee + vat), fee_scope: fee, fee_scope_vat: vat };
  return posting('scope_fee', currency, amounts);
}
