import { shopTextIn } from '../../shared/documents/shop-text.ts';
import { LruMap } from '../../shared/limits/lru-map.ts';
import { receiptNumber } from '../../shared/protocol/basic.ts';
import type { CatalogueDocument } from '../../shared/protocol/catalogue-document.ts';
import type { ReceiptDocument } from '../../shared/protocol/receipt.ts';
import type { ReceiptTexts } from '../../shared/protocol/shop-rules.ts';
import type { MerchantRecord } from '../store/merchant-store.ts';
import type { Store } from '../store/store.ts';
import { plainText } from './plain-text.ts';

/** A receipt as the service shows it under its own address, by e-mail and on a page; only `shownReceipt` makes one. */
export type ShownReceipt = { readonly shown: ReceiptDocument };

/** What a shop says of itself on its receipts. */
export type ReceiptShop = {
  readonly record: Pick<MerchantRecord, 'name' | 'details'>;
  readonly texts: ReceiptTexts;
};

/**
 * The receipt of a till with the name, the address and the texts of its shop's record and rules. A till chooses none of
 * them, and what it does write, such as the names of lines, is plain text (D-447). Pure.
 */
export function shownReceipt(document: ReceiptDocument, shop: ReceiptShop): ShownReceipt {
  const { kind, date, currency, language, locale, time_zone, lines, method, fiscal } = document;
  const { discount, additional, rounding, total, taxes } = document;
  const own = (text: ReceiptTexts['head']) => shopTextIn(text, language).map(plainText);
  return {
    shown: {
      // Each member by its name: one that is added to receipts does not compile until its text is made plain here.
      kind,
      date,
      currency,
      language,
      locale,
      time_zone,
      discount,
      additional,
      rounding,
      total,
      taxes,
      shop: shopOf(shop.record),
      head: own(shop.texts.head),
      foot: own(shop.texts.foot),
      number: plainText(document.number),
      refund_of: isNumber(document.refund_of) ? document.refund_of : null,
      lines: lines.map((line) => ({ ...line, name: plainText(line.name) })),
      method: method.kind === 'other' ? { ...method, name: short(method.name) } : method,
      served_by: document.served_by === null ? null : short(document.served_by),
      member: document.member === null ? null : short(document.member),
      fiscal: fiscal?.state === 'signed' ? plainFiscal(fiscal) : fiscal,
    },
  };
}

function shopOf({ name, details }: ReceiptShop['record']): ReceiptDocument['shop'] {
  const { first_address_line: first, second_address_line: second } = details.profile ?? {};
  const lines = [first, second, details.profile?.postal_code].filter(Boolean).join(', ');
  return {
    name: plainText(name),
    address: lines === '' ? null : plainText(lines),
    organisation_number: details.organizationId,
  };
}

const isNumber = (text: string | null) => receiptNumber.safeParse(text).success;

/** Letters of a name that is beside the lines: of a person, a tender, a device. */
const SHORT = 60;
const short = (text: string) => plainText(text).slice(0, SHORT).toWellFormed();

type Signed = Extract<ReceiptDocument['fiscal'], { state: 'signed' }>;

function plainFiscal({ device, time, signature, ...rest }: Signed): Signed {
  return {
    ...rest,
    device: short(device),
    time: short(time),
    signature: plainText(signature),
  };
}

/** Rules of shops that are kept at hand; a catalogue is large, and its texts are short. */
const SHOPS_AT_HAND = 500;

/** Reads what a shop says of itself: its record, and the rules of its newest catalogue. */
export function receiptShops({ merchants, catalogues }: Pick<Store, 'merchants' | 'catalogues'>) {
  const known = new LruMap<string, { readonly version: number; readonly texts: ReceiptTexts }>(
    SHOPS_AT_HAND,
  );

  async function textsOf(merchantId: string): Promise<ReceiptTexts> {
    const before = known.get(merchantId);
    if (before?.version === (await catalogues.newestVersion(merchantId))) return before.texts;
    const newest = await catalogues.newest(merchantId);
    if (newest?.document == null) return {};
    // The service wrote the stored text itself, after checking it.
    const { rules }: CatalogueDocument = JSON.parse(newest.document);
    const texts = rules?.receipt_texts ?? {};
    known.set(merchantId, { version: newest.version, texts });
    return texts;
  }

  return async (merchantId: string): Promise<ReceiptShop | null> => {
    const [record, texts] = await Promise.all([merchants.record(merchantId), textsOf(merchantId)]);
    return record === null ? null : { record, texts };
  };
}
