import type { SalesGrain } from '../../../shared/portal/contract.ts';
import { plural } from '../language.ts';

/** A number of payments in Arabic. */
export const payments = (count: number) =>
  plural('ar', count, {
    zero: 'لا مدفوعات',
    one: 'دفعة واحدة',
    two: 'دفعتان',
    few: '# دفعات',
    other: '# دفعة',
  });

/** The time that a chart of sales covers, in Arabic. */
export const salesSpan = (grain: SalesGrain, count: number) => {
  return {
    hour: 'اليوم',
    day: plural('ar', count, {
      one: 'في يوم واحد',
      two: 'في يومين',
      few: 'في # أيام',
      other: 'في # يومًا',
    }),
    week: plural('ar', count, {
      one: 'في أسبوع',
      two: 'في أسبوعين',
      few: 'في # أسابيع',
      other: 'في # أسبوعًا',
    }),
    month: plural('ar', count, {
      one: 'في شهر',
      two: 'في شهرين',
      few: 'في # أشهر',
      other: 'في # شهرًا',
    }),
  }[grain];
};
