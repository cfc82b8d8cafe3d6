import type { ReasonWords } from '../en/reasons.ts';

/** The reasons that a person chooses, in Arabic. */
export const reasonsAr: ReasonWords = {
  discountReasons: {
    regular: 'عميل دائم',
    offer: 'عرض',
    quality: 'شكوى',
    staff: 'موظف',
    other: 'سبب آخر',
  },
  refundReasons: {
    returned: 'إرجاع',
    sold_out: 'نفد المخزون',
    wrong_amount: 'مبلغ خاطئ',
    other: 'بالاتفاق',
  },
  reasonsPayIn: { change: 'فكة من البنك', float: 'زيادة رصيد الصرف', found: 'مال عُثر عليه' },
  reasonsPayOut: { bank: 'إلى البنك', goods: 'شراء للمتجر', courier: 'دفع التوصيل' },
  reasonsNoSale: { change: 'فكة لزبون', check: 'فحص الدرج', mistake: 'بالخطأ' },
  reasonsDifference: {
    unknown: 'السبب غير معروف',
    change: 'باقٍ خاطئ',
    missed: 'بيع أو دفعة لم تُسجَّل',
  },
};
