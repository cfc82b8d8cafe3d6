import type { ItemWords } from '../en/items.ts';
import { isolated } from '../language.ts';

export const itemsAr: ItemWords = {
  menuText: 'يسري على كل المبيعات من الآن.',
  markSoldOut: 'ضع علامة «نفد»',
  sellAgain: 'أعد بيعه',
  price: (currency) => `السعر، ${currency}`,
  savePrice: 'احفظ السعر',
  newItem: 'صنف جديد',
  name: 'الاسم',
  next: 'متابعة',
  create: 'أنشئ الصنف',
  close: 'ليس الآن',
  saving: 'جارٍ الحفظ. لا يمكن تغيير شيء حتى يصل الرد.',
  back: 'رجوع',
  empty: 'لا شيء',
  theirs: (field, value) => `${field} الآن: ${isolated(value)}`,
  newNote: (vat, category) =>
    `${vat === null ? 'بلا ضريبة' : `الضريبة ${vat}%`}. الفئة: ${isolated(category)}.`,
  gone: 'أزال شخص آخر هذا الصنف.',
  rest: 'غيّر كل ما سوى ذلك في بوابة التاجر',
  inFile:
    'أصناف هذا الصندوق في ملفه catalogue.json. غيّر كل ما سوى ذلك فيه، أو استورد الملف في بوابة التاجر ضمن الأصناف.',
  wrong: {
    name: 'أدخل اسما.',
    price: 'أدخل سعرا، مثل 45 أو 45.00.',
  },
};
