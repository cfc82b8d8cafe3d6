import type { ReorderWords } from '../en/reorder.ts';
import { isolated } from '../language.ts';

/** Words for entries that a person drags, or moves by the keyboard, in Arabic. */
export const reorderAr: ReorderWords = {
  reorder: (name) => `انقل ${isolated(name)}. استخدم مفاتيح الأسهم أو اسحب.`,
  moved: (name, place, of) => `${isolated(name)} رقم ${place} من ${of}.`,
};
