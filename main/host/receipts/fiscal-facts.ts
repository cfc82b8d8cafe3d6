import { type PaperLanguage, paperLanguage } from '../../../shared/catalogue/language.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { ReceiptContent } from '../../../shared/terminal/receipts/layout.ts';
import type { FiscalMark } from '../fiscal/fiscal.ts';

type Words = {
  readonly device: string;
  readonly transaction: string;
  readonly signed: string;
  readonly signature: string;
  readonly failed: string;
};

const WORDS: Readonly<Record<PaperLanguage, Words>> = {
  en: {
    device: 'Fiscal device',
    transaction: 'Transaction',
    signed: 'Signed',
    signature: 'Signature',
    failed: 'Fiscal device failed: not signed',
  },
  nb: {
    device: 'Fiskalenhet',
    transaction: 'Transaksjon',
    signed: 'Signert',
    signature: 'Signatur',
    failed: 'Fiskalenheten sviktet: ikke signert',
  },
  de: {
    device: 'Fiskaleinrichtung',
    transaction: 'Transaktion',
    signed: 'Signiert',
    signature: 'Signatur',
    failed: 'Fiskaleinrichtung ausgefallen: nicht signiert',
  },
};

/** The lines of a receipt that say what the fiscal device returned, or that it failed. */
export function fiscalFacts(
  mark: FiscalMark | null,
  { language }: Pick<TillSettings, 'language'>,
): { readonly facts: ReceiptContent['facts']; readonly foot: ReceiptContent['foot'] } {
  if (mark === null) return { facts: [], foot: [] };
  const words = WORDS[paperLanguage(language)];
  if (mark.kind !== 'signed') return { facts: [], foot: [words.failed] };
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
