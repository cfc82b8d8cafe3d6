import { z } from 'zod';
import { optional, prose } from '../../../shared/protocol/basic.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import { summaryOfLines } from '../../settlements/line-summary.ts';
import type { CheckedCall } from '../pipeline.ts';
import { callerOf, type Extra } from './extra.ts';

/*
 * Ledgers of older API generations, as far as their clients need them. There is one ledger, which
 * contains all payments, and its open report can be closed.
 */

const ONLY = 'default';
const CURRENCY = 'NOK';
const PATH = '/ledger/:ledger_id/report/:number/';
const NO_LEDGER = refuse('Not Found', 'There is one ledger, and its id is default.');
const NO_REPORT = refuse('Not Found', 'There is no report of this number.');

const reportAt = (call: CheckedCall, number: number) =>
  `${call.deps.addresses().base}/ledger/${ONLY}/report/${number}/`;

export const ledgerList: Extra = {
  kind: 'served',
  place: 'api',
  route: {
    name: 'ledgerList',
    method: 'GET',
    path: '/ledger/',
    level: 'SECRET',
    summary: 'List ledgers',
    success: [200],
    errors: [],
  },
  async run(call) {
    const uris = [`${call.deps.addresses().base}/ledger/${ONLY}/`];
    return answer({ status: 200, body: { uris, next: null, prev: null } });
  },
};

export const ledgerRead: Extra = {
  kind: 'served',
  place: 'api',
  route: {
    name: 'ledgerRead',
    method: 'GET',
    path: '/ledger/:ledger_id/',
    level: 'SECRET',
    summary: 'Read a ledger',
    success: [200],
    errors: ['Not Found'],
  },
  async run(call) {
    if (call.params.ledger_id !== ONLY) return NO_LEDGER;
    const { merchantId } = callerOf(call);
    const { store } = call.deps;
    const [account] = await store.settlementAccounts.ofMerchant(merchantId);
    const last = await store.reports.last(merchantId);
    const body = {
      id: ONLY,
      currency: account?.currency ?? CURRENCY,
      description: 'Everything that this merchant takes',
      open_report_uri: reportAt(call, (last?.number ?? 0) + 1),
      last_closed_report_uri: last === null ? null : reportAt(call, last.number),
    };
    return answer({ status: 200, body });
  },
};

/** The report of the path, and when it began: closed, open, or null. */
async function reportOf(call: CheckedCall) {
  const { ledger_id: ledger, number: text = '' } = call.params;
  if (ledger !== ONLY || !/^[1-9]\d{0,8}$/.test(text)) return null;
  const { merchantId } = callerOf(call);
  const { reports } = call.deps.store;
  const number = Number(text);
  const closed = (await reports.read(merchantId, number))?.closed ?? null;
  const opened = (await reports.read(merchantId, number - 1))?.closed ?? null;
  if (closed !== null) return { number, opened, closed };
  const last = await reports.last(merchantId);
  return number === (last?.number ?? 0) + 1 ? { number, opened, closed } : null;
}

type Report = NonNullable<Awaited<ReturnType<typeof reportOf>>>;

/** The counters of a report, by the lines of the logs that they count. */
const COUNTERS = {
  permission_request_count: 'scope.pending',
  permission_answer_count: 'scope.ok',
  permission_fail_count: 'scope.fail',
  payment_request_count: 'transaction.request',
  payment_auth_count: 'transaction.auth',
  payment_capture_count: 'transaction.capture',
  payment_fail_count: 'transaction.fail',
  payment_abort_count: 'transaction.abort',
  payment_release_count: 'transaction.release',
  // A request that expires fails, and an authorisation that expires is released.
  payment_expire_count: 'transaction.expire',
} as const;

/**
 * Counters and sums of the time of a report (V-38). The report has no log files of its own: those of the
 * settlements have the same lines.
 */
async function contentOf(call: CheckedCall, { opened, closed }: Report) {
  const { store, clock } = call.deps;
  const { merchantId } = callerOf(call);
  const [account] = await store.settlementAccounts.ofMerchant(merchantId);
  const currency = account?.currency ?? CURRENCY;
  const book = { merchantId, currency };
  const from = opened === null ? 0 : await store.ledger.cutAt(book, 0, opened);
  const to = await store.ledger.cutAt(book, from, closed ?? clock.now() + 1);
  const { counts, sums } = await summaryOfLines(store, { ...book, from, to });
  const fees = Object.entries({
    transaction_fee: sums.fee,
    transaction_fee_vat: sums.vat,
    interchange: sums.interchange,
    scope_fee: sums.scopeFee,
    scope_fee_vat: sums.scopeVat,
  }).filter(([, amount]) => amount !== 0);
  const net = fees.reduce((rest, [, amount]) => rest - amount, sums.gross);
  const counters = Object.entries(COUNTERS).map(([name, line]) => [name, counts.get(line) ?? 0]);
  return {
    date_created: opened === null ? null : formatDateTime(opened),
    report_summary: {
      currency,
      gross: sums.gross,
      fees: fees.map(([type, amount]) => ({ type, amount })),
      net,
    },
    ...Object.fromEntries(counters),
    transaction_log_uris: [],
    scope_log_uris: [],
  };
}

export const reportRead: Extra = {
  kind: 'served',
  place: 'api',
  route: {
    name: 'reportRead',
    method: 'GET',
    path: PATH,
    level: 'SECRET',
    summary: 'Read a report of a ledger',
    success: [200],
    errors: ['Not Found'],
  },
  async run(call) {
    const report = await reportOf(call);
    if (report === null) return NO_REPORT;
    const { number, closed } = report;
    const state = closed === null ? 'open' : 'closed';
    const time_closed = closed === null ? null : formatDateTime(closed);
    const own = { id: String(number), ledger: ONLY, status: state, time_closed };
    return answer({ status: 200, body: { ...own, ...(await contentOf(call, report)) } });
  },
};

/** A second close has no effect. The callback address is ignored: no callback is sent (D-146). */
export const reportClose: Extra = {
  kind: 'served',
  place: 'api',
  route: {
    name: 'reportClose',
    method: 'PUT',
    path: PATH,
    level: 'SECRET',
    summary: 'Close the open report of a ledger',
    body: z.object({ callback_uri: optional(prose(LIMITS.uriMax)) }),
    success: [204],
    errors: ['Not Found'],
  },
  async run(call) {
    const report = await reportOf(call);
    if (report === null) return NO_REPORT;
    const { store, clock } = call.deps;
    if (report.closed === null) {
      await store.reports.close(callerOf(call).merchantId, report.number, clock.now());
    }
    return answer({ status: 204 });
  },
};
