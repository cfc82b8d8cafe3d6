import type { PortalDays, PortalDifference } from '../../../shared/portal/days.ts';
import { plural } from '../language.ts';

const many = (count: number, one: string, other: string) =>
  plural('en', count, { one: `# ${one}`, other: `# ${other}` });

type Problem = PortalDays['problems'][number]['kind'];
type What = PortalDifference['what'];
type Place = PortalDifference['place'];

/** Words of the portal's page of closed days, in English. Its shape is the contract for every other language. */
export const closesEn = {
  head: (net: string) => `${net} in closed days`,
  text: (closes: number, tills: number) =>
    `${many(closes, 'Z report', 'Z reports')} of ${many(tills, 'till', 'tills')}`,
  none: 'No till was closed on these days. A till hands over its Z report when it is closed.',
  choose: 'Select a Z report to see its figures.',
  firstDay: 'First day',
  lastDay: 'Last day',
  files: 'Files',
  closesFile: 'Z reports (CSV)',
  differencesFile: 'Differences (CSV)',
  jsonFile: 'All as JSON',
  day: 'Day',
  till: 'Till',
  receipts: 'Receipts',
  net: 'Net',
  refunds: 'Refunds',
  counted: 'Count difference',
  rows: 'Rows',
  folded: 'Shortened. The report at the till has every row.',
  state: 'Record',
  signed: 'Signed',
  unsigned: 'Not signed',
  problems: 'A till’s books do not fit what it handed over before',
  problem: {
    other_report: 'another report came for a number that was here already',
    gap: 'a report before it is missing',
    not_continued: 'it does not continue the report before',
    altered: 'its figures were changed after it was made',
    other_key: 'it was signed with another key; that is right if the till was paired again',
    left_out: 'cash receipts that the till handed over before are left out of it',
  } satisfies Readonly<Record<Problem, string>>,
  problemsText:
    'Somebody changed the till’s books or restored old ones. The first version stays here.',
  aside: {
    act: 'Put this report aside',
    reason: 'Why?',
    reasonHint: 'For example: this report is not from our till',
    head: 'Put the report aside?',
    text: 'This report and all later ones of the till stay stored, but they count no more. The till hands over its own reports at its next close.',
    keep: 'Keep it',
  },
  leftOut: 'Receipts are missing in a till’s books',
  leftOutText:
    'The till handed these cash receipts over before it was closed. Then somebody removed them from its books.',
  leftOutNumbers: (numbers: string) => `receipts ${numbers}`,
  differences: (count: number) => many(count, 'payment differs', 'payments differ'),
  agree: 'The books of the tills, the ledger and the settlements agree.',
  otherDays: (tills: string) =>
    `The business day ends at another time at the till than in the settlement (${tills}), so payments between the two times are on different days.`,
  notCompared: 'These days have too many payments to compare them at once. Choose fewer days.',
  payment: 'Payment',
  difference: 'Difference',
  inLedger: 'Ledger',
  inOther: 'Till or settlement',
  capture: 'Sale',
  refund: 'Refund',
  what: {
    missing: 'missing',
    doubled: 'counted twice',
    other_amount: 'another amount',
    other_day: 'another day',
  } satisfies Readonly<Record<What, string>>,
  place: {
    till: 'In the till’s books',
    service: 'In the ledger',
    settlement: 'In the settlement',
  } satisfies Readonly<Record<Place, string>>,
  differs: (place: string, what: string) => `${place}: ${what}`,
};
export type ClosesWords = typeof closesEn;
