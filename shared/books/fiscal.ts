import { type EntryId, paymentIn, paymentOf, transactionName } from '../ids/host-ids.ts';

/*
 * The transactions of a fiscal device in the books. Each payment has one transaction: it is booked before the device is
 * asked to start it, and its end is booked after the device has answered. Refunds have one too.
 */

/** What happens to a sale while the fiscal device does not work. */
export type WithoutDevice = 'block_sales' | 'sell_and_mark';

/** Why a device did not do what the till asked. `refused`: it does not accept this transaction. */
export const FISCAL_FAILURES = ['no_answer', 'full', 'refused'] as const;
export type FiscalFailure = (typeof FISCAL_FAILURES)[number];

/** What the device returned at the end of a transaction. */
export type FiscalSignature = {
  /** The serial number of the device. */
  readonly device: string;
  /** The number of the transaction at the device. */
  readonly number: number;
  readonly signature: string;
  /** When the device signed, as it says it. */
  readonly time: string;
};

/** What an entry says about the device, or about a transaction. */
export type FiscalAct =
  /** A device is used from now on, or no more. */
  | { readonly act: 'on'; readonly without: WithoutDevice }
  | { readonly act: 'off' }
  /** A payment is about to start. The device is asked for its transaction after this entry. */
  | { readonly act: 'start'; readonly of: string }
  /** The device signed the receipt or the refund. */
  | ({ readonly act: 'signed'; readonly of: string } & FiscalSignature)
  /** It did not, and never will. */
  | { readonly act: 'failed'; readonly of: string; readonly why: FiscalFailure }
  /** The payment moved no money, and the device knows it. */
  | { readonly act: 'cancelled'; readonly of: string };

/** The transactions that have not ended, and those that the open period has ended. */
export type Fiscal = {
  /** Null: the till uses no fiscal device. */
  readonly without: WithoutDevice | null;
  /** Transactions of payments that are not booked yet. */
  readonly started: ReadonlySet<string>;
  /** Transactions of receipts and refunds that the device has not signed. */
  readonly unsigned: ReadonlySet<string>;
  readonly signed: number;
  readonly failed: number;
};

/** The same in the report of a period. */
export type FiscalSums = {
  /** Null if the till uses no device any more. */
  readonly without: WithoutDevice | null;
  /** Receipts and refunds that the device signed in the period, and those that it never will. */
  readonly signed: number;
  readonly failed: number;
  /** Transactions of receipts and refunds that still wait for the device. */
  readonly unsigned: readonly string[];
  /** Transactions of payments that are under way. */
  readonly started: readonly string[];
};

export const NO_FISCAL: Fiscal = {
  without: null,
  started: new Set(),
  unsigned: new Set(),
  signed: 0,
  failed: 0,
};

const without = <T>(set: ReadonlySet<T>, one: T): ReadonlySet<T> => {
  const rest = new Set(set);
  rest.delete(one);
  return rest;
};

/** The transactions after one more entry about them. */
export function withFiscal(fiscal: Fiscal, fact: FiscalAct): Fiscal {
  switch (fact.act) {
    case 'on':
      return { ...fiscal, without: fact.without };
    case 'off':
      return { ...fiscal, without: null, started: new Set(), unsigned: new Set() };
    case 'start':
      return { ...fiscal, started: new Set(fiscal.started).add(fact.of) };
    case 'signed':
      return {
        ...fiscal,
        signed: fiscal.signed + 1,
        unsigned: without(fiscal.unsigned, fact.of),
      };
    case 'failed':
      return {
        ...fiscal,
        failed: fiscal.failed + 1,
        unsigned: without(fiscal.unsigned, fact.of),
      };
    case 'cancelled':
      return { ...fiscal, started: without(fiscal.started, fact.of) };
  }
}

/** The transaction of a payment; null if it has none among these. */
export function transactionOf(transactions: ReadonlySet<string>, payment: string): string | null {
  return [...transactions].find((one) => paymentIn(one) === payment) ?? null;
}

/** A receipt or a refund was booked: its transaction waits for the signature. */
export function withBooked(fiscal: Fiscal, id: EntryId): Fiscal {
  if (fiscal.without === null) return fiscal;
  const payment = paymentOf(id);
  const started = transactionOf(fiscal.started, payment);
  // A refund has none yet, nor has a payment that was made without the device.
  const transaction = started ?? transactionName(payment, 1);
  return {
    ...fiscal,
    started: without(fiscal.started, transaction),
    unsigned: new Set(fiscal.unsigned).add(transaction),
  };
}

/** The next period begins with the transactions that have not ended. */
export const inNextPeriod = (fiscal: Fiscal): Fiscal => ({ ...fiscal, signed: 0, failed: 0 });

/** The part of a report; nothing for a till that used no device in the period. */
export function fiscalOfReport(fiscal: Fiscal): { readonly fiscal?: FiscalSums } {
  const { started, unsigned, signed, failed } = fiscal;
  if (fiscal.without === null && signed === 0 && failed === 0) return {};
  return {
    fiscal: {
      without: fiscal.without,
      signed,
      failed,
      unsigned: [...unsigned],
      started: [...started],
    },
  };
}

/** The transactions after a close, by its report. */
export function fiscalAfter({ fiscal }: { readonly fiscal?: FiscalSums }): Fiscal {
  if (fiscal === undefined) return NO_FISCAL;
  return {
    without: fiscal.without,
    started: new Set(fiscal.started),
    unsigned: new Set(fiscal.unsigned),
    signed: 0,
    failed: 0,
  };
}
