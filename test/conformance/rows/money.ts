import type { RouteName } from '../../../shared/protocol/routes.ts';
import { type Check, input, output, type Row, tableOf } from './row.ts';

type Type = Parameters<typeof output>[2];

function outputs(
  key: string,
  table: string,
  route: RouteName,
  fields: readonly (readonly [string, Type])[],
): readonly Row[] {
  const row = tableOf(key, table, 'field');
  return fields.map(([field, type]) => row(field, 'is answered', output(route, field, type)));
}

const query = (
  route: RouteName,
  field: string,
  good: readonly string[],
  bad: readonly string[],
  fallback?: unknown,
): Check => ({
  by: 'query',
  route,
  field,
  good,
  bad,
  ...(fallback === undefined ? {} : { fallback }),
});

const TIMES = [['2026-11-20 00:00:00'], ['yesterday', '2026-13-01 00:00:00']] as const;
const FLAGS = [['true', 'False', '1', '0'], ['yes']] as const;

const reportIn = tableOf('report-in', 'Settlement report list, input', 'field');
const salesIn = tableOf('sales-in', 'Sales summary, input', 'field');
const listIn = tableOf('payment-list-in', 'Payment request list, query', 'field');
const account = tableOf('account-in', 'Settlement account, update input', 'field');

export const MONEY_ROWS: readonly Row[] = [
  ...outputs('settlement', 'Settlement', 'settlementRead', [
    ['id', 'string'],
    ['date_created', 'string'],
    ['transaction_log_uris', 'array'],
    ['scope_log_uris', 'array'],
    ['settlement_summary', 'object'],
    ['payout_details', 'object'],
  ]),
  ...outputs('account', 'Settlement account', 'settlementAccountRead', [
    ['id', 'string'],
    ['start_of_day', 'string'],
    ['currency', 'string'],
    ['payout_delay', 'integer'],
    ['payout_account', 'string'],
    ['frequency', 'string'],
  ]),
  account(
    'payout_account',
    'required',
    input('settlementAccountUpdate', 'payout_account', {
      required: true,
      good: ['NO93 8601 1117 947', '86011117947'],
      bad: ['NO93 8601 1117 948', '', 7],
    }),
  ),
  account(
    'frequency',
    'optional',
    input('settlementAccountUpdate', 'frequency', {
      good: ['daily', 'weekdays', 'weekly', 'monthly', null],
      bad: ['hourly'],
    }),
  ),
  reportIn('created_from', 'a time', query('settlementReport', 'created_from', ...TIMES)),
  reportIn('created_to', 'a time', query('settlementReport', 'created_to', ...TIMES)),
  reportIn(
    'non_empty_only',
    'false when left out',
    query('settlementReport', 'non_empty_only', ...FLAGS, false),
  ),
  ...outputs('report', 'Settlement report list', 'settlementReport', [
    ['items', 'array'],
    ['summary', 'object'],
    ['report_context', 'object'],
  ]),
  salesIn(
    'from_date',
    'required, a day',
    query('salesSummary', 'from_date', ['2026-11-20'], ['20.11.2026', '']),
  ),
  salesIn('to_date', 'a day', query('salesSummary', 'to_date', ['2026-11-30'], ['2026-11-31'])),
  salesIn('merchant_time', 'true or false', query('salesSummary', 'merchant_time', ...FLAGS)),
  salesIn(
    'frequency',
    'one of a set',
    query('salesSummary', 'frequency', ['hour', 'day', 'week', 'month'], ['year']),
  ),
  ...outputs('sales', 'Sales summary', 'salesSummary', [
    ['merchant_timezone', 'string'],
    ['result_timezone', 'string'],
    ['start_of_day', 'string'],
    ['periods', 'array'],
    ['data_until', 'string'],
    ['products', 'array'],
    ['max_timestamp', 'string'],
  ]),
  listIn('created_from', 'a time', query('paymentList', 'created_from', ...TIMES)),
  listIn('created_to', 'a time', query('paymentList', 'created_to', ...TIMES)),
  listIn('cursor', 'where to go on', query('paymentList', 'cursor', [], ['not-a-cursor'])),
  listIn(
    'page_size',
    '100 when left out',
    query('paymentList', 'page_size', ['1', '200'], ['0', '201', 'ten'], 100),
  ),
  listIn('only_ok', 'false when left out', query('paymentList', 'only_ok', ...FLAGS, false)),
  listIn(
    'status',
    'one or more',
    query('paymentList', 'status', ['ok', 'ok,auth', 'pending,fail'], ['paid']),
  ),
];
