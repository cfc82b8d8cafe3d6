import { bankOfClose } from '../../ids/host-ids.ts';
import { type MoneyInteger, money, subtract, toDecimalString, ZERO } from '../../money/money.ts';
import { roundedRateOf } from '../../money/vat.ts';

import type { BookEntry, BookedMethod, BookFact } from '../entry.ts';

/*
 * The books as journal entries of an accountant: for each business day the sums of each account, rate and tender. The
 * debit of a day is its credit (D-312).
 */

/** Account numbers of the shop's chart of accounts. */
export type Accounts = {
  readonly cash: string;
  /** What the payment service owes until it settles. */
  readonly phone: string;
  readonly other: string;
  /** Sales without VAT. */
  readonly sales: ByRate;
  /** VAT on sales. */
  readonly vat: ByRate;
  readonly tips: string;
  readonly rounding: string;
  /** What a count differed from the books. */
  readonly difference: string;
  /** The other side of floats, pay-ins, and pay-outs for the bank. */
  readonly transfer: string;
  /** The other side of the other pay-outs. */
  readonly payOut: string;
};

/** By rate in hundredths of a per cent; `else` for a rate that is not listed, and for none. */
type ByRate = { readonly [rate: number]: string; readonly else: string };

/** Numbers of the Norwegian standard chart (NS 4102), which an accountant replaces by those of the shop. */
export const DEFAULT_ACCOUNTS: Accounts = {
  cash: '1900',
  phone: '1571',
  other: '1572',
  sales: { 2500: '3000', 1500: '3010', 1200: '3020', 0: '3100', else: '3200' },
  vat: { 2500: '2700', 1500: '2701', 1200: '2702', else: '2709' },
  tips: '2990',
  rounding: '7740',
  difference: '7791',
  transfer: '1909',
  payOut: '7790',
};

/** The sums of an account on a day. Amounts are not negative. */
export type AccountRow = {
  readonly day: string;
  readonly account: string;
  readonly what: Posting['what'];
  /** Per cent as text; null for an account without VAT. */
  readonly vatRate: string | null;
  /** `cash`, `phone` or the name of another tender; null for an account that holds no tender. */
  readonly tender: string | null;
  readonly debit: MoneyInteger;
  readonly credit: MoneyInteger;
};

type Posting = {
  readonly account: string;
  readonly what:
    | 'tender'
    | 'sales'
    | 'vat'
    | 'tips'
    | 'rounding'
    | 'difference'
    | 'transfer'
    | 'pay-out';
  readonly vatRate: string | null;
  readonly tender: string | null;
  /** Positive for a debit. */
  readonly amount: number;
};

/** One row for each day, account, rate and tender, in this order. Entries that move no money have none. */
export function accountRows(
  entries: readonly BookEntry[],
  accounts: Accounts = DEFAULT_ACCOUNTS,
): readonly AccountRow[] {
  const rows = new Map<string, AccountRow>();
  const toBank = new Set(
    entries.flatMap(({ fact }) => (fact.kind === 'close' ? [bankOfClose(fact.id)] : [])),
  );
  for (const { day, fact } of entries) {
    for (const { amount, ...posting } of postingsOf(fact, accounts, toBank)) {
      if (amount === 0) continue;
      const { account, what, vatRate, tender } = posting;
      const key = JSON.stringify([day, account, what, vatRate, tender]);
      const row = rows.get(key) ?? { day, ...posting, debit: ZERO, credit: ZERO };
      const side = amount > 0 ? 'debit' : 'credit';
      rows.set(key, { ...row, [side]: money(row[side] + Math.abs(amount)) });
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function postingsOf(
  fact: BookFact,
  accounts: Accounts,
  toBank: ReadonlySet<string>,
): readonly Posting[] {
  switch (fact.kind) {
    case 'receipt':
      return salePostings(fact, accounts, 1);
    case 'refund':
      return salePostings(fact, accounts, -1);
    case 'drawer':
      return drawerPostings(fact, accounts, toBank);
    case 'count': {
      const difference = fact.sum - fact.expected;
      return [
        tenderPosting({ kind: 'cash' }, accounts, difference),
        plain(accounts.difference, 'difference', -difference),
      ];
    }
    case 'begin':
    case 'correction':
    case 'fiscal':
    case 'x_report':
    case 'close':
      return [];
  }
}

type Sale = Extract<BookFact, { readonly kind: 'receipt' | 'refund' }>;

/** Sign 1 for a receipt, -1 for a refund. What no rate says is a sale without a known one. */
function salePostings(fact: Sale, accounts: Accounts, sign: 1 | -1): readonly Posting[] {
  const { total, tip, method } = fact;
  const rounding = method.kind === 'cash' ? method.rounding : 0;
  const rest = subtract(total, money(fact.vat.reduce((all, row) => all + row.total, 0)));
  const rates = [...fact.vat, { vatRate: null, total: rest, vat: ZERO }];
  return [
    tenderPosting(method, accounts, sign * (total + tip + rounding)),
    ...rates.flatMap((row) => ratePostings(row, accounts, sign)),
    plain(accounts.tips, 'tips', -sign * tip),
    plain(accounts.rounding, 'rounding', -sign * rounding),
  ];
}

function ratePostings(
  { vatRate, total, vat }: Sale['vat'][number],
  accounts: Accounts,
  sign: 1 | -1,
): readonly Posting[] {
  const rate = vatRate === null ? null : roundedRateOf(vatRate);
  const accountIn = (accounts: ByRate) =>
    (rate === null ? undefined : accounts[rate]) ?? accounts.else;
  const shown = rate === null ? null : toDecimalString(money(rate), 'NOK').replace(/\.?0+$/, '');
  const base = { vatRate: shown, tender: null };
  const net = -sign * subtract(total, vat);
  return [
    { ...base, account: accountIn(accounts.sales), what: 'sales', amount: net },
    { ...base, account: accountIn(accounts.vat), what: 'vat', amount: -sign * vat },
  ];
}

function drawerPostings(
  { id, act, amount }: Extract<BookFact, { readonly kind: 'drawer' }>,
  accounts: Accounts,
  toBank: ReadonlySet<string>,
): readonly Posting[] {
  const moved = act === 'pay_out' ? -amount : amount;
  const cash = tenderPosting({ kind: 'cash' }, accounts, moved);
  // What a close takes out for the bank has the close's id; its reason is in the till's language.
  const isTransfer = act !== 'pay_out' || toBank.has(id);
  return [
    cash,
    isTransfer
      ? plain(accounts.transfer, 'transfer', -moved)
      : plain(accounts.payOut, 'pay-out', -moved),
  ];
}

function tenderPosting(
  method: Pick<BookedMethod, 'kind'> & { readonly name?: string },
  accounts: Accounts,
  amount: number,
): Posting {
  const { kind, name } = method;
  return {
    account: accounts[kind],
    what: 'tender',
    vatRate: null,
    tender: name ?? kind,
    amount,
  };
}

const plain = (account: string, what: Posting['what'], amount: number): Posting => ({
  account,
  what,
  vatRate: null,
  tender: null,
  amount,
});
