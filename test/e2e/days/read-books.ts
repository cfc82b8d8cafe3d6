/*
 * An independent reader: it knows the formats of the files, and nothing of the product's rules. Amounts are minor units.
 */

/** What the disks of till and service have, and what the printer has printed. */
export type OnDisk = {
  /** The till's journal at the power cut, and then the one at the end, which has kept bills in place of old records. */
  readonly journal: readonly Record<string, unknown>[];
  readonly log: readonly LogLine[];
  readonly entries: readonly { readonly account: string; readonly amount: number }[];
  readonly papers: readonly (readonly string[])[];
};

/** A line of the service's log of transactions. */
export type LogLine = {
  readonly tid: string;
  readonly action: string;
  readonly amount: number;
  readonly additional_amount: number;
};

/** The part of a bill that one payment paid, as each of the four books has it. */
export type Part = {
  readonly tid: string;
  /** The tender of the bill in the till's journal. */
  readonly tender: Sum;
  /** The till's sale in the same journal. */
  readonly sale: Sum;
  /** The service's ledger. */
  readonly ledger: Sum;
  readonly receipt: Sum;
};

/** The paid part of each bill that the till has kept as a whole, by the bill's id. */
export function keptBills({ journal }: OnDisk): ReadonlyMap<string, number> {
  const bills = journal.flatMap((one) => (one.kind === 'bill_kept' ? [object(one.bill)] : []));
  return new Map(bills.map((bill) => [String(bill.id), paidOf(list(bill.tenders))]));
}

const list = (value: unknown) => (Array.isArray(value) ? value.map(object) : []);

const paidOf = (tenders: readonly Record<string, unknown>[]) =>
  sum(tenders.filter(({ state }) => state === 'paid').map(({ amount }) => Number(amount)));

/** `amount` without `tip`. */
export type Sum = { readonly amount: number; readonly tip: number };

export type PaidBill = { readonly bill: string; readonly parts: readonly Part[] };

/** The bills with their parts, in the order in which the bills were opened. */
export function partsOfBills({ journal, log, papers }: OnDisk): readonly PaidBill[] {
  const records = journal.flatMap((one) => (one.kind === 'bill' ? [object(one.record)] : []));
  const bills = records.flatMap((one) => {
    if (one.act === 'open') return [String(one.bill)];
    const to = object(one.to);
    return one.act === 'move' && to.kind === 'new' ? [String(to.bill)] : [];
  });
  const tenders = records.filter(({ act }) => act === 'tender_paid');
  return [...new Set(bills)].map((bill) => ({
    bill,
    parts: tenders
      .filter((one) => one.bill === bill)
      .map((tender) => {
        const opened = journal.find((one) => object(one.bill).tender === tender.tender);
        const ofSale = journal.filter(({ sale }) => sale === opened?.sale && sale !== undefined);
        const tid = String(ofSale.find(({ kind }) => kind === 'created')?.tid);
        return {
          tid,
          tender: { amount: Number(tender.amount), tip: Number(tender.tip) },
          sale: capturedIn(ofSale),
          ledger: ledgerOf(log, tid),
          receipt: receiptOf(papers, tid),
        };
      }),
  }));
}

const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function capturedIn(records: readonly Record<string, unknown>[]): Sum {
  const { amount, additional } = object(
    records.findLast(({ captured }) => captured !== undefined)?.captured,
  );
  return { amount: Number(amount), tip: Number(additional) };
}

function ledgerOf(log: readonly LogLine[], tid: string): Sum {
  const captures = log.filter((one) => one.tid === tid && one.action === 'capture');
  return {
    amount: sum(captures.map(({ amount }) => amount)),
    tip: sum(captures.map((one) => one.additional_amount)),
  };
}

export const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);

/** The only receipt with this reference. */
function receiptOf(papers: readonly (readonly string[])[], tid: string): Sum {
  const found = papers.filter((paper) => paper.some((line) => line.endsWith(tid)));
  if (found.length !== 1) throw new Error(`${found.length} receipts of ${tid}`);
  const amountAt = (label: RegExp) => {
    const line = found[0]?.find((one) => label.test(one));
    return line === undefined ? 0 : Number(line.replace(/\D*(\d+)\.(\d\d)$/, '$1$2'));
  };
  const tip = amountAt(/^Tip\b/);
  return { amount: amountAt(/^Total\b/) - tip, tip };
}
