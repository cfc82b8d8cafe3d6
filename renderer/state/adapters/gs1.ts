/// <reference path="./gs1-barcode-parser-mod.d.ts" />
import { parseBarcode } from 'gs1-barcode-parser-mod';
import { pieces, type Quantity, quantity } from '../../../shared/bill/quantity.ts';
import type { GoodsCode, LabelPrice } from '../../../shared/catalogue/goods-code.ts';
import { gtin14 } from '../../../shared/protocol/gtin.ts';

/** What separates the elements of a code: FNC1 in the symbol, sent as the control character GS. */
const GS = '\u001d';

/**
 * Reads what GS1 codes say about goods: an element string, as GS1-128, DataBar, DataMatrix and QR code have it, or an address
 * of GS1 Digital Link. Null for anything else, for an unknown element, and for a price in a currency that the code names,
 * because the till cannot compare it with its own.
 */
export function readGs1(text: string): GoodsCode | null {
  const string = /^https?:/i.test(text) ? elementsOfLink(text) : text;
  const elements = string === null ? null : elementsOf(string);
  const gtin = gtin14(elements?.get('01')?.raw ?? '');
  if (elements === null || gtin === null) return null;
  const named = [...elements.keys()];
  if (named.some((ai) => /^393\d$/.test(ai))) return null;
  const price = numberIn(elements, /^392\d$/);
  const days = ['15', '16', '17'].flatMap((ai) => elements.get(ai) ?? []);
  // The parser makes another month of one that does not exist.
  if (days.some(({ raw, isoDate }) => raw.slice(2, 4) !== isoDate.slice(5, 7))) return null;
  return {
    number: { kind: 'barcode', text: gtin },
    // A price is that of the packet, whatever its weight.
    quantity: price === null ? quantityIn(elements) : pieces(1),
    price,
    until: days.map(({ isoDate }) => isoDate).sort()[0] ?? null,
  };
}

type Element = { readonly raw: string; readonly isoDate: string };
type Elements = ReadonlyMap<string, Element>;

function elementsOf(text: string): Elements | null {
  try {
    return new Map(parseBarcode(text).parsedCodeItems.map(({ ai, ...one }) => [ai, one]));
  } catch {
    return null;
  }
}

/** The number of an element whose last digit says its decimals. */
function numberIn(elements: Elements, name: RegExp): LabelPrice | null {
  for (const [ai, { raw }] of elements) {
    if (name.test(ai) && /^\d+$/.test(raw)) return { digits: Number(raw), decimals: Number(ai[3]) };
  }
  return null;
}

/** The weight, or else the number of pieces; null if the code has neither. */
function quantityIn(elements: Elements): Quantity | null {
  const weight = numberIn(elements, /^310\d$/);
  if (weight !== null) return quantity(Math.round(weight.digits * 10 ** (3 - weight.decimals)));
  const count = Number(elements.get('30')?.raw ?? 0);
  return count > 0 ? quantity(count * 1_000) : null;
}

/** The elements of an address, as the same string that a bar code has: `/01/<gtin>/10/<batch>?3103=000195`. */
function elementsOfLink(address: string): string | null {
  const url = URL.parse(address);
  const path = url?.pathname.split('/') ?? [];
  const start = path.findIndex(
    (part, at) => part === '01' && /^\d{8,14}$/.test(path[at + 1] ?? ''),
  );
  if (url === null || start === -1) return null;
  const pairs = path
    .slice(start)
    .flatMap((ai, at, all) => (at % 2 === 0 ? [[ai, all[at + 1]]] : []));
  return [...pairs, ...url.searchParams]
    .filter(([ai = '', value]) => /^\d{2,4}$/.test(ai) && value !== undefined)
    .map(([ai, value = '']) => ai + (ai === '01' ? value.padStart(14, '0') : decoded(value)))
    .join(GS);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
