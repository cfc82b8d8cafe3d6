import type { Sale } from './plan.ts';
import {
  type Evidence,
  type FinalPayment,
  lineOf,
  type ReportEvent,
  type ServedEvent,
  type TortureEvent,
} from './record.ts';

export const VERDICTS = ['lost', 'doubled', 'wrongly captured', 'left open'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Every defect that the auditor knows, with its verdict and what the till did wrong. */
export const DEFECTS = {
  'captured, reported as not paid': 'lost',
  'captured, never reported': 'lost',
  'reported as paid, not captured': 'lost',
  'reported with another amount': 'lost',
  'captured in two payments': 'doubled',
  'approved in two payments': 'doubled',
  'captured after the report': 'wrongly captured',
  'captured another amount': 'wrongly captured',
  'request left open': 'left open',
  'reservation left': 'left open',
  'no final report': 'left open',
} as const satisfies Readonly<Record<string, Verdict>>;
export type Defect = keyof typeof DEFECTS;

export type Finding = {
  readonly sale: Sale;
  readonly verdict: Verdict;
  readonly defect: Defect;
  /** What was found, as a sentence with the amounts. */
  readonly sentence: string;
  /** The traffic of the sale that shows it, one line for each event. */
  readonly excerpt: readonly string[];
};

/** Lines of an excerpt: the first ones and the last ones, if there are more. */
const EXCERPT = { first: 8, last: 10 };

/** Judges every sale by the evidence alone. Findings are in the order of the sales. */
export function audit({ sales, events, finals }: Evidence): readonly Finding[] {
  const ofSale = Map.groupBy(events, ({ sale }) => sale);
  const byTid = new Map(finals.map((payment) => [payment.tid, payment]));
  return sales.flatMap((sale) => auditSale(sale, ofSale.get(sale.id) ?? [], byTid));
}

/** What is known about one sale. */
type Case = {
  readonly sale: Sale;
  readonly events: readonly TortureEvent[];
  readonly payments: readonly FinalPayment[];
  readonly report: ReportEvent | null;
};

type Found = readonly [defect: Defect, sentence: string, about: readonly string[]];

function auditSale(
  sale: Sale,
  events: readonly TortureEvent[],
  finals: ReadonlyMap<string, FinalPayment>,
): readonly Finding[] {
  const payments = [...tidsOf(events)].flatMap((tid) => finals.get(tid) ?? []);
  const report = events.findLast((event) => event.kind === 'report') ?? null;
  const one = { sale, events, payments, report };
  const found = [...lost(one), ...doubled(one), ...wronglyCaptured(one), ...leftOpen(one)];
  return found.map(([defect, sentence, about]) => ({
    sale,
    verdict: DEFECTS[defect],
    defect,
    sentence,
    excerpt: excerptOf(one, about),
  }));
}

/** The payment requests that the service made for a sale. */
function tidsOf(events: readonly TortureEvent[]): ReadonlySet<string> {
  return new Set(
    events.flatMap((event) =>
      event.kind === 'served' && event.operation === 'create' && event.tid !== null
        ? [event.tid]
        : [],
    ),
  );
}

const netOf = ({ captured, refunded }: FinalPayment) => captured - refunded;
const sumOf = (payments: readonly FinalPayment[]) =>
  payments.reduce((sum, payment) => sum + netOf(payment), 0);
const tids = (payments: readonly FinalPayment[]) => payments.map(({ tid }) => tid);

/** Money and report contradict each other. */
function lost({ payments, report }: Case): readonly Found[] {
  const captured = payments.filter((payment) => netOf(payment) > 0);
  const sum = sumOf(captured);
  const about = tids(captured);
  if (report === null || report.result === 'unknown') {
    const sentence = `${sum} was captured, and the till never reported a result.`;
    return sum > 0 ? [['captured, never reported', sentence, about]] : [];
  }
  if (report.result === 'not_paid') {
    const sentence = `${sum} was captured, and the till reports that the sale is not paid.`;
    return sum > 0 ? [['captured, reported as not paid', sentence, about]] : [];
  }
  if (sum === 0) {
    const sentence = 'The till reports that the sale is paid, and no money was captured.';
    return [['reported as paid, not captured', sentence, tids(payments)]];
  }
  // With two captured payments the amount is wrong because of the second one.
  if (report.amount === null || report.amount === sum || captured.length > 1) return [];
  const sentence = `${sum} was captured, and the till reports ${report.amount}.`;
  return [['reported with another amount', sentence, about]];
}

/** The customer paid two times, or money was reserved two times. */
function doubled({ events, payments }: Case): readonly Found[] {
  const captured = payments.filter((payment) => netOf(payment) > 0);
  if (captured.length > 1) {
    const sentence = `${captured.length} payments of one sale were captured.`;
    return [['captured in two payments', sentence, tids(captured)]];
  }
  const approved = new Set(
    events.flatMap((event) =>
      event.kind === 'customer' && event.act === 'approves' && event.done ? [event.tid] : [],
    ),
  );
  if (approved.size < 2) return [];
  const sentence = `The customer was asked and approved in ${approved.size} payments of one sale.`;
  return [['approved in two payments', sentence, [...approved]]];
}

const isCapture = (event: TortureEvent): event is ServedEvent =>
  event.kind === 'served' &&
  event.operation === 'capture' &&
  event.status >= 200 &&
  event.status < 300;

/** The till captured money that the sale did not allow it to capture. */
function wronglyCaptured({ sale, events, payments }: Case): readonly Found[] {
  const found: Found[] = [];
  // A capture that the service answers again moved the money at its first answer.
  const first = [...tidsOf(events)].flatMap((tid) => {
    const at = events.findIndex((event) => isCapture(event) && event.tid === tid);
    return at < 0 ? [] : [{ tid, at }];
  });
  for (const { tid, at } of first) {
    const before = events.slice(0, at).findLast((event) => event.kind === 'report');
    if (before?.kind !== 'report' || before.result !== 'not_paid') continue;
    const sentence = `${tid} was captured after the till had reported that the sale is not paid.`;
    found.push(['captured after the report', sentence, [tid]]);
  }
  for (const payment of payments) {
    if (payment.captured === 0 || payment.captured === sale.amount) continue;
    const sentence = `${payment.captured} was captured for a sale of ${sale.amount}.`;
    found.push(['captured another amount', sentence, [payment.tid]]);
  }
  return found;
}

/** At the end the customer can still approve, money is still reserved, or no result is known. */
function leftOpen({ payments, report }: Case): readonly Found[] {
  const found: Found[] = [];
  const classOf = ({ statusCode }: FinalPayment) => Math.floor(statusCode / 1_000);
  const open = payments.filter((payment) => classOf(payment) === 1);
  const reserved = payments.filter((payment) => classOf(payment) === 3);
  if (open.length > 0) {
    const sentence = 'At the end the customer can still approve a request of the sale.';
    found.push(['request left open', sentence, tids(open)]);
  }
  if (reserved.length > 0) {
    const sentence = 'At the end money of the customer is still reserved for the sale.';
    found.push(['reservation left', sentence, tids(reserved)]);
  }
  const silent = report === null || report.result === 'unknown';
  if (silent && sumOf(payments) === 0) {
    const sentence = 'The till never reported a final result of the sale.';
    found.push(['no final report', sentence, tids(payments)]);
  }
  return found;
}

/** Faults after which the service does not see a request in its place. */
const UNSERVED: readonly string[] = ['lose the request', 'kill before', 'deliver later'];
/** Faults after which the till has no reply. */
const UNANSWERED: readonly string[] = ['lose the reply', 'cut the reply', 'kill after'];

/** The orders, reports and answers, what the service saw of these payments, and what was lost. */
function excerptOf({ events, payments }: Case, about: readonly string[]): readonly string[] {
  const lines = events.filter((event) => shows(event, about)).map(lineOf);
  const ends = payments
    .filter(({ tid }) => about.includes(tid))
    .map(({ tid, statusCode, captured, refunded }) => {
      const refund = refunded === 0 ? '' : `, refunded ${refunded}`;
      return `at the end ${tid} is ${statusCode}, captured ${captured}${refund}`;
    });
  const { first, last } = EXCERPT;
  if (lines.length <= first + last) return [...lines, ...ends];
  const left = lines.length - first - last;
  const middle = `(${left} more lines)`;
  return [...lines.slice(0, first), middle, ...lines.slice(-last), ...ends];
}

function shows(event: TortureEvent, about: readonly string[]): boolean {
  switch (event.kind) {
    case 'served':
      if (event.tid !== null && !about.includes(event.tid)) return false;
      return event.operation !== 'read' || UNANSWERED.includes(event.fault);
    case 'asked':
      return UNSERVED.includes(event.fault);
    case 'customer':
      return about.includes(event.tid);
    default:
      return true;
  }
}
