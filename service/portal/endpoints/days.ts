import { daysOf, hashInBooks, unsignedOf } from '../../../shared/books/close.ts';
import { csvFile } from '../../../shared/csv/write.ts';
import { money, toDecimalString } from '../../../shared/money/money.ts';
import type { PortalDays, PortalPeriod } from '../../../shared/portal/days.ts';
import { withoutTurns } from '../../../shared/protocol/basic.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { DAY } from '../../../shared/time/clock.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import { type ShopPeriod, shopDays } from '../../books/days.ts';
import type { PortalEndpoint, SignedCall } from '../endpoint.ts';
import { posNames } from '../payment-view.ts';

const NO_RANGE = refuse(
  'Bad Request',
  `Choose at most ${LIMITS.portalDaysMax} days, the first one before the last one.`,
);

/** `GET /portal/v1/days`: the closes of all tills, and what differs. */
export const days: PortalEndpoint<'days'> = (call) => read(call, call.query);

/** `GET /portal/v1/days.csv`: one row for each close. */
export const daysFile: PortalEndpoint<'daysFile'> = async (call) => {
  const found = await read(call, call.query);
  return found.ok ? fileOf(call, 'days', call.query, closeTable(found.value.periods)) : found;
};

/** `GET /portal/v1/differences.csv`: one row for each difference of a payment. */
export const differencesFile: PortalEndpoint<'differencesFile'> = async (call) => {
  const found = await read(call, call.query);
  return found.ok ? fileOf(call, 'differences', call.query, differenceTable(found.value)) : found;
};

/**
 * `POST /portal/v1/days/<id>/aside`: a forged or restored period stands in the way of the till's own, and only the shop
 * knows which is right.
 */
export const periodAside: PortalEndpoint<'periodAside'> = async (call) => {
  const { deps } = call.services;
  const { merchantId, name, userId } = call.session;
  const [, posId = '', digits = ''] = /^(.*)~([1-9]\d{0,8})$/.exec(call.params.id) ?? [];
  const number = Number(digits);
  const { reason, hash } = call.body;
  const period = { posId, number, hash };
  const done = await deps.periods.putAside(merchantId, period, { by: name, reason });
  if (!done.ok) return done;
  const who = { merchant: merchantId, user: userId, pos: posId, number, reason };
  deps.log.info(who, 'a closed period was put aside in the merchant pages');
  return answer(null);
};

type Range = { readonly from: string; readonly to: string };

async function read({ services, session }: SignedCall, range: Range): Promise<Answer<PortalDays>> {
  const length = (Date.parse(range.to) - Date.parse(range.from)) / DAY + 1;
  if (length < 1 || length > LIMITS.portalDaysMax) return NO_RANGE;
  const { merchantId } = session;
  const found = await shopDays(services.deps.store, merchantId, range);
  const names = posNames(services.deps, merchantId);
  return answer({
    periods: await Promise.all(
      found.periods.map(async (period) => viewOf(period, await names(period.posId))),
    ),
    problems: await Promise.all(
      found.problems.map(async ({ posId, number, kind, at }) => ({
        pos: await names(posId),
        number,
        kind,
        at,
      })),
    ),
    left_out: await Promise.all(
      found.leftOut.map(async ({ posId, number, receipts }) => ({
        pos: await names(posId),
        number,
        receipts: [...receipts],
      })),
    ),
    differences: [...found.differences],
    other_days: await Promise.all(found.otherDays.map(names)),
    complete: found.complete,
  });
}

function viewOf({ posId, close }: ShopPeriod, pos: string): PortalPeriod {
  const { fact, signature } = close;
  const { first, last } = daysOf(close);
  return {
    id: `${posId}~${fact.number}`,
    hash: hashInBooks(close),
    pos,
    number: fact.number,
    first_day: first,
    last_day: last,
    closed: fact.at,
    by: withoutTurns(fact.by),
    approved_by: fact.approvedBy === null ? null : withoutTurns(fact.approvedBy),
    signed: signature !== null,
    folded: fact.folded !== undefined,
    unsigned: unsignedOf(fact),
    report: fact.report,
  };
}

function fileOf(
  { services, session }: SignedCall,
  what: string,
  { from, to }: Range,
  table: readonly (readonly string[])[],
) {
  async function* chunks() {
    yield csvFile(table);
  }
  const name = `${what}-${from}-${to}.csv`;
  return services.downloads.open(session.merchantId, { name, chunks: chunks() });
}

const CLOSE_COLUMNS = [
  ...['till', 'number', 'first_day', 'last_day', 'closed_utc', 'by', 'approved_by', 'currency'],
  ...['first_receipt', 'last_receipt', 'receipts', 'gross', 'discounts', 'net', 'vat'],
  ...['refunds', 'refunded_vat', 'tips', 'rounding', 'phone', 'cash', 'other'],
  ...['drawer_expected', 'drawer_difference', 'no_sale', 'corrections'],
  ...['total_sales', 'total_refunds', 'signed'],
  ...['fiscal_signed', 'fiscal_failed', 'fiscal_waiting'],
];

function closeTable(periods: readonly PortalPeriod[]) {
  return [CLOSE_COLUMNS, ...periods.map(closeRow)];
}

function closeRow(period: PortalPeriod): readonly string[] {
  const { report } = period;
  const decimal = (amount: number) => toDecimalString(money(amount), report.currency);
  const sum = (amounts: readonly number[]) =>
    decimal(amounts.reduce((all, amount) => all + amount, 0));
  const tender = (kind: string) =>
    sum(
      report.tenders
        .filter((one) => one.kind === kind)
        .map(({ sales, refunds }) => sales.amount - refunds.amount),
    );
  return [
    period.pos,
    String(period.number),
    period.first_day,
    period.last_day,
    formatDateTime(period.closed),
    period.by,
    period.approved_by ?? '',
    report.currency,
    String(report.receipts?.first ?? ''),
    String(report.receipts?.last ?? ''),
    String(report.sales.count),
    decimal(report.gross),
    sum(report.discounts.map(({ amount }) => amount)),
    decimal(report.net),
    sum(report.vat.map(({ vat }) => vat)),
    decimal(report.refunds.amount),
    sum(report.refundedVat.map(({ vat }) => vat)),
    decimal(report.tips),
    decimal(report.rounding),
    tender('phone'),
    tender('cash'),
    tender('other'),
    decimal(report.drawer.expected),
    decimal(report.drawer.difference),
    String(report.drawer.noSale),
    String(report.corrections.reduce((all, { count }) => all + count, 0)),
    decimal(report.grand.sales),
    decimal(report.grand.refunds),
    period.signed ? 'yes' : 'no',
    // Empty for a till without a fiscal device.
    String(report.fiscal?.signed ?? ''),
    String(report.fiscal?.failed ?? ''),
    String(period.unsigned ?? ''),
  ];
}

function differenceTable({ differences }: PortalDays) {
  const columns = ['day', 'tid', 'kind', 'what', 'place', 'currency', 'service', 'other'];
  const rows = differences.map(({ day, tid, kind, what, place, currency, service, other }) => {
    const decimal = (amount: number | null) =>
      amount === null ? '' : toDecimalString(money(amount), currency);
    return [day, tid, kind, what, place, currency, decimal(service), decimal(other)];
  });
  return [columns, ...rows];
}
