import { add, type MoneyInteger, money, share, ZERO } from '../money/money.ts';
import type { Frequency } from '../protocol/settlement.ts';
import type { Account, Posting } from './accounts.ts';
import { posting } from './postings.ts';
import { taxOn } from './sales.ts';
import { isEmpty, type Totals } from './totals.ts';

/** When a merchant's days begin, and where. */
export type DayTerms = {
  /** IANA name of the merchant's time zone. */
  readonly timeZone: string;
  /** `hh:mm:ss` of that zone (D-57). */
  readonly startOfDay: string;
};

/** What the agreement and the account say about the settlement of one currency. */
export type SettlementTerms = DayTerms &
  SettleTerms & {
    readonly accountId: string;
    readonly payoutAccount: string | null;
    readonly frequency: Frequency;
  };

/** The arithmetic of one settlement, all of it fixed when it is made (D-45 to D-47, D-169). */
export type Sums = {
  readonly totals: Totals;
  readonly settlementFee: MoneyInteger;
  readonly settlementFeeVat: MoneyInteger;
  readonly taxCode: string;
  /** Captured minus refunded. */
  readonly gross: MoneyInteger;
  /** Gross minus every fee, tax on fees, and interchange. */
  readonly net: MoneyInteger;
  /** Fees that earlier settlements could not take: zero or negative. */
  readonly before: MoneyInteger;
  readonly payout: MoneyInteger;
  /** What this one could not take: zero or negative. */
  readonly after: MoneyInteger;
};

/** What a settlement itself costs: hundredths of a per cent of its gross, and a fixed sum. */
export type SettleTerms = {
  readonly settlementFee: { readonly basisPoints: number; readonly fixed: MoneyInteger };
  readonly taxCode: string;
};

/**
 * Settles: unsettled fees of earlier settlements first, what is left is paid out, and a remainder
 * below zero is carried on (D-169). A settlement of nothing costs nothing.
 */
export function settle(totals: Totals, before: MoneyInteger, terms: SettleTerms): Sums {
  const { taxCode } = terms;
  const gross = money(totals.captures - totals.refunds);
  const settlementFee = isEmpty(totals) ? ZERO : feeOf(gross, terms);
  const settlementFeeVat = taxOn(settlementFee, 'settlement', taxCode);
  const own = { totals, settlementFee, settlementFeeVat };
  const net = money(gross - fixedFees(own) - variableFees(own));
  const rest = net + before;
  return {
    ...own,
    taxCode,
    gross,
    net,
    before,
    payout: money(Math.max(0, rest)),
    after: money(Math.min(0, rest)),
  };
}

/** A day with more refunds than sales costs the fixed fee only. */
function feeOf(gross: MoneyInteger, { settlementFee }: SettleTerms): MoneyInteger {
  return add(settlementFee.fixed, share(money(Math.max(0, gross)), settlementFee.basisPoints));
}

type Fees = Pick<Sums, 'totals' | 'settlementFee' | 'settlementFeeVat'>;

/** Fees that do not depend on the amounts sold, with their tax (D-48). */
export function fixedFees({ totals, settlementFee, settlementFeeVat }: Fees): MoneyInteger {
  return money(settlementFee + settlementFeeVat + totals.scopeFee + totals.scopeFeeVat);
}

/** Fees in proportion to what was sold, with their tax, and interchange (D-48). */
export function variableFees({ totals }: Fees): MoneyInteger {
  return money(totals.transactionFee + totals.transactionFeeVat + totals.interchange);
}

/**
 * The transactions that a settlement adds to the books. Together they leave nothing payable of the
 * lines it settles: all of it is paid out, taken as fees, or carried.
 */
export function settlementPostings(currency: string, sums: Sums): Posting[] {
  const { settlementFee: fee, settlementFeeVat: vat, before, payout, after } = sums;
  const made = [
    // A debt moves from the carried account into this settlement, and what remains moves back.
    posting('carry_in', currency, { carried: -before, payable: before }),
    posting('settlement_fee', currency, {
      payable: -(fee + vat),
      fee_settlement: fee,
      fee_settlement_vat: vat,
    }),
    posting('payout', currency, { payable: -payout, payout }),
    posting('carry_out', currency, { payable: -after, carried: after }),
  ];
  return made.filter(({ entries }) => entries.length > 0);
}

/** What the accounts must show for the settled lines; the store's own sums are held against it. */
export function expectedEntries(totals: Totals): Readonly<Partial<Record<Account, number>>> {
  return {
    customers: -totals.captures,
    refunds: totals.refunds,
    fee_transaction: totals.transactionFee,
    fee_transaction_vat: totals.transactionFeeVat,
    interchange: totals.interchange,
    fee_scope: totals.scopeFee,
    fee_scope_vat: totals.scopeFeeVat,
  };
}
