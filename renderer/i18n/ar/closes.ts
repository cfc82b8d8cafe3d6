import type { ClosesWords } from '../en/closes.ts';
import { isolated, plural } from '../language.ts';

const reports = (count: number) =>
  plural('ar', count, {
    zero: 'لا تقارير Z',
    one: 'تقرير Z واحد',
    two: 'تقريرا Z',
    few: '# تقارير Z',
    other: '# تقرير Z',
  });
const tills = (count: number) =>
  plural('ar', count, {
    zero: 'بلا صناديق',
    one: 'صندوق واحد',
    two: 'صندوقين',
    few: '# صناديق',
    other: '# صندوقًا',
  });

/** Words of the portal's page of closed days, in Arabic. */
export const closesAr: ClosesWords = {
  head: (net) => `${isolated(net)} في الأيام المغلقة`,
  text: (closes, count) => `${reports(closes)} من ${tills(count)}`,
  none: 'لم يُغلق أي صندوق في هذه الأيام. يسلّم الصندوق تقرير Z عند إغلاقه.',
  choose: 'اختر تقرير Z لعرض أرقامه.',
  firstDay: 'أول يوم',
  lastDay: 'آخر يوم',
  files: 'الملفات',
  closesFile: 'تقارير Z (CSV)',
  differencesFile: 'الفروق (CSV)',
  jsonFile: 'الكل بصيغة JSON',
  day: 'اليوم',
  till: 'الصندوق',
  receipts: 'الإيصالات',
  net: 'الصافي',
  refunds: 'المبالغ المستردة',
  counted: 'فرق العدّ',
  rows: 'الصفوف',
  folded: 'مختصرة. في تقرير الصندوق كل الصفوف.',
  state: 'السجل',
  signed: 'موقّع',
  unsigned: 'غير موقّع',
  problems: 'دفاتر أحد الصناديق لا تطابق ما سلّمه من قبل',
  problem: {
    other_report: 'وصل تقرير آخر لرقم موجود هنا',
    gap: 'تقرير قبله مفقود',
    not_continued: 'لا يكمل التقرير الذي قبله',
    altered: 'غُيّرت أرقامه بعد إعداده',
    other_key: 'وُقّع بمفتاح آخر؛ وهذا صحيح إن أُعيد ربط الصندوق',
    left_out: 'تنقص منه إيصالات نقدية سلّمها الصندوق قبله',
  },
  problemsText: 'غيّر شخص ما دفاتر الصندوق أو استعاد دفاتر قديمة. تبقى النسخة الأولى هنا.',
  aside: {
    act: 'تنحية هذا التقرير جانبًا',
    reason: 'لماذا؟',
    reasonHint: 'مثلًا: هذا التقرير ليس من صندوقنا',
    head: 'هل تريد تنحية التقرير جانبًا؟',
    text: 'يبقى هذا التقرير وكل تقارير الصندوق اللاحقة محفوظة، لكنها لا تُحتسب. يسلّم الصندوق تقاريره عند إغلاقه التالي.',
    keep: 'الاحتفاظ به',
  },
  leftOut: 'تنقص إيصالات في دفاتر صندوق',
  leftOutText: 'سلّم الصندوق هذه الإيصالات النقدية قبل إغلاقه، ثم حذفها شخص ما من دفاتره.',
  leftOutNumbers: (numbers) => `الإيصالات ${numbers}`,
  differences: (count) =>
    plural('ar', count, {
      zero: 'لا فروق',
      one: 'دفعة واحدة مختلفة',
      two: 'دفعتان مختلفتان',
      few: '# دفعات مختلفة',
      other: '# دفعة مختلفة',
    }),
  agree: 'دفاتر الصناديق ودفتر الأستاذ والتسويات متطابقة.',
  otherDays: (tills) =>
    `ينتهي يوم العمل في الصندوق في وقت غير وقت انتهائه في التسوية (${tills})، ولذلك فالمدفوعات بين الوقتين مسجلة في يومين مختلفين.`,
  notCompared: 'مدفوعات هذه الأيام أكثر من أن تُقارن دفعة واحدة. اختر أيامًا أقل.',
  payment: 'الدفعة',
  difference: 'الفرق',
  inLedger: 'دفتر الأستاذ',
  inOther: 'الصندوق أو التسوية',
  capture: 'بيع',
  refund: 'استرداد',
  what: {
    missing: 'مفقود',
    doubled: 'مسجّل مرتين',
    other_amount: 'مبلغ آخر',
    other_day: 'يوم آخر',
  },
  place: {
    till: 'في دفاتر الصندوق',
    service: 'في دفتر الأستاذ',
    settlement: 'في التسوية',
  },
  differs: (place, what) => `${place}: ${what}`,
};
