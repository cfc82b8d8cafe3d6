import { paperLanguage } from '../../../shared/catalogue/language.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { RECEIPT_WORDS } from '../../../shared/receipts/words.ts';
import type { ReceiptContent } from '../../../shared/terminal/receipts/layout.ts';
import type { FiscalMark } from '../fiscal/fiscal.ts';

/** The lines of a receipt that say what the fiscal device returned, or that it failed. */
export function fiscalFacts(
  mark: FiscalMark | null,
  { language }: Pick<TillSettings, 'language'>,
): { readonly facts: ReceiptContent['facts']; readonly foot: ReceiptContent['foot'] } {
  if (mark === null) return { facts: [], foot: [] };
  const words = RECEIPT_WORDS[paperLanguage(language)];
  if (mark.kind !== 'signed') return { facts: [], foot: [words.unsigned] };
  return {
    facts: [
      { label: words.device, value: mark.device },
      { label: words.transaction, value: String(mark.number) },
      { label: words.signed, value: mark.time },
      { label: words.signature, value: mark.signature },
    ],
    foot: [],
  };
}
