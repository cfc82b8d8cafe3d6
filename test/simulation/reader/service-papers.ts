import type { SimService } from '../service.ts';
import type { PaymentRecords, ServiceRecords } from './compare-service.ts';
import { readCsv } from './csv.ts';
import {
  readPayment,
  readReport,
  readTransactionLog,
  type Sold,
  soldRates,
} from './service-records.ts';

/** More than a world has. */
const MOST = 10_000;

export type Ask = (path: string) => Promise<unknown>;

/** What the service has of a merchant's payments, after it has settled them. */
export async function readService(
  { core }: Pick<SimService, 'core'>,
  merchant: string,
  ask: Ask,
): Promise<ServiceRecords> {
  const { settlements, store } = core.deps;
  const key = { merchantId: merchant, currency: 'NOK' };
  const sold = new Map<string, Sold[]>();
  const range = { ...key, from: 0, to: MOST };
  for (const { seq, line } of await store.ledger.transactionLines(range, MOST)) {
    // One record of the ledger alone.
    const numbers = { from: seq - 1, to: seq };
    const span = { from: 0, to: line.at + 1, currency: null, numbers };
    const rows = await store.ledger.sales(merchant, span, MOST);
    sold.set(line.tid, [...(sold.get(line.tid) ?? []), ...rows]);
  }
  const payments = new Map<string, PaymentRecords>();
  for (const [tid, rows] of sold) {
    const payment = readPayment(
      await ask(`/payment_request/${tid}/`),
      await ask(`/payment_request/${tid}/outcome/`),
    );
    const of = { sold: soldRates(rows, 'capture'), returned: soldRates(rows, 'refund') };
    payments.set(tid, { ...payment, ...of });
  }
  const log = readTransactionLog(await settledLog(settlements, merchant));
  const query = { created_from: null, created_to: null, non_empty_only: false };
  const report = await settlements.report(merchant, query);
  if (!report.ok) throw new Error(report.refusal.description);
  return { merchant, payments, log, report: readReport(report.value) };
}

/** The rows of the log files of a merchant's only settlement. */
async function settledLog(
  settlements: SimService['core']['deps']['settlements'],
  merchant: string,
): Promise<readonly Readonly<Record<string, string>>[]> {
  const settled = await settlements.last(merchant);
  if (!settled.ok) return [];
  const rows: Readonly<Record<string, string>>[] = [];
  for (const uri of settled.value.transaction_log_uris) {
    const grant = uri.split('/').filter(Boolean).at(-1) ?? '';
    const file = await settlements.logFile(grant);
    if (!file.ok) throw new Error(`no log at ${uri}`);
    let text = '';
    for await (const piece of file.value.text) text += piece;
    rows.push(...readCsv(text));
  }
  return rows;
}
