import { type Language, paperLanguage } from '../catalogue/language.ts';
import type { ReceiptText } from '../protocol/shop-rules.ts';

/** A text of the shop in the language of a receipt; English where the shop has not written it in that one. */
export function shopTextIn(text: ReceiptText | undefined, language: Language): readonly string[] {
  if (text === undefined) return [];
  return [typeof text === 'string' ? text : (text[paperLanguage(language)] ?? text.en)];
}
