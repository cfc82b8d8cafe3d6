import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NoteReader } from '../../../shared/bill/bill.ts';
import { alike, type EveryLanguage } from '../../../shared/catalogue/language.ts';
import { present } from '../../../shared/objects/present.ts';
import { CATALOGUE_FILE } from './catalogue-file.ts';
import {
  BUN,
  CREMA,
  CROISSANT,
  cup,
  FOAM,
  glass,
  HEART,
  LEAF,
  plate,
  SALAD,
  SWIRL,
  TEA_BAG,
  TOAST,
} from './demo-pictures.ts';
import { PICTURES_FOLDER } from './pictures.ts';

type Demo = {
  readonly id: string;
  readonly category: 'hot' | 'food' | 'cold' | 'other';
  readonly name: EveryLanguage;
  readonly price: number | 'open';
  readonly vat_rate: string;
  readonly barcodes?: readonly string[];
  readonly options?: readonly string[];
  readonly note?: NoteReader;
  /** The picture that the first start writes. */
  readonly drawn?: string;
};

const BLACK = '#2b1711';
const MILKY = '#c8996b';
/** Reduced VAT for takeaway food; drinks have the full rate. */
const FOOD = '0.15';
const FULL = '0.25';

const GOODS: readonly Demo[] = [
  hot(
    'espresso',
    { ...alike('Espresso'), ar: 'إسبريسو' },
    2_900,
    cup({ size: 17, drink: BLACK, top: CREMA }),
  ),
  hot(
    'americano',
    { ...alike('Americano'), ar: 'أمريكانو' },
    3_600,
    cup({ size: 22, drink: BLACK }),
  ),
  hot(
    'flat-white',
    { ...alike('Flat white'), ar: 'فلات وايت' },
    5_200,
    cup({ size: 24, drink: MILKY, top: HEART }),
  ),
  hot(
    'cappuccino',
    { ...alike('Cappuccino'), ar: 'كابتشينو' },
    4_900,
    cup({ size: 24, drink: '#b8864f', top: FOAM }),
  ),
  {
    ...hot(
      'caffe-latte',
      { en: 'Caffè latte', nb: 'Kaffe latte', de: 'Caffè Latte', ar: 'كافيه لاتيه' },
      5_200,
      cup({ size: 26, drink: '#d0aa80', top: LEAF }),
    ),
    options: ['milk', 'extras'],
    note: 'kitchen',
  },
  hot(
    'hot-chocolate',
    { en: 'Hot chocolate', nb: 'Varm sjokolade', de: 'Heiße Schokolade', ar: 'شوكولاتة ساخنة' },
    4_800,
    cup({ size: 24, drink: '#4f2d20', top: SWIRL }),
  ),
  hot(
    'tea',
    { en: 'Tea', nb: 'Te', de: 'Tee', ar: 'شاي' },
    3_400,
    cup({ size: 25, drink: '#b3672a', top: TEA_BAG }),
  ),
  food(
    'cinnamon-bun',
    { en: 'Cinnamon bun', nb: 'Kanelbolle', de: 'Zimtschnecke', ar: 'كعكة القرفة' },
    4_500,
    plate(BUN),
  ),
  food('croissant', { ...alike('Croissant'), ar: 'كرواسون' }, 4_200, plate(CROISSANT)),
  food(
    'toast',
    { en: 'Cheese toast', nb: 'Ostetoast', de: 'Käsetoast', ar: 'توست بالجبن' },
    8_900,
    plate(TOAST),
  ),
  {
    ...food(
      'salad',
      { en: 'Salad bowl', nb: 'Salatbolle', de: 'Salatschüssel', ar: 'طبق سلطة' },
      12_900,
      plate(SALAD),
    ),
    note: 'kitchen',
  },
  cold(
    'apple-juice',
    { en: 'Apple juice', nb: 'Eplejuice', de: 'Apfelsaft', ar: 'عصير تفاح' },
    4_400,
    '#e2b53f',
    '7000000000017',
  ),
  cold(
    'water',
    { en: 'Still water', nb: 'Vann uten kullsyre', de: 'Stilles Wasser', ar: 'ماء بلا غاز' },
    3_200,
    '#cfe3ea',
    '7000000000024',
  ),
  {
    id: 'coffee-beans',
    category: 'other',
    name: {
      en: 'Coffee beans 250 g',
      nb: 'Kaffebønner 250 g',
      de: 'Kaffeebohnen 250 g',
      ar: 'حبوب قهوة 250 غ',
    },
    price: 11_900,
    vat_rate: FOOD,
    barcodes: ['7000000000031'],
  },
  {
    id: 'cake-of-the-day',
    category: 'other',
    name: { en: 'Cake of the day', nb: 'Dagens kake', de: 'Kuchen des Tages', ar: 'كعكة اليوم' },
    price: 'open',
    vat_rate: FULL,
  },
];

const CATEGORIES: readonly { readonly id: string; readonly name: EveryLanguage }[] = [
  { id: 'hot', name: { en: 'Hot', nb: 'Varmt', de: 'Heiß', ar: 'ساخن' } },
  { id: 'food', name: { en: 'Food', nb: 'Mat', de: 'Essen', ar: 'طعام' } },
  { id: 'cold', name: { en: 'Cold', nb: 'Kaldt', de: 'Kalt', ar: 'بارد' } },
  { id: 'other', name: { en: 'Other', nb: 'Annet', de: 'Sonstiges', ar: 'أخرى' } },
];

const OPTION_GROUPS = [
  {
    id: 'milk',
    name: { en: 'Milk', nb: 'Melk', de: 'Milch', ar: 'الحليب' },
    min: 1,
    max: 1,
    options: [
      { id: 'whole', name: { en: 'Whole milk', nb: 'Helmelk', de: 'Vollmilch', ar: 'كامل الدسم' } },
      {
        id: 'oat',
        name: { en: 'Oat milk', nb: 'Havremelk', de: 'Hafermilch', ar: 'حليب الشوفان' },
        surcharge: 600,
      },
      {
        id: 'lactose-free',
        name: { en: 'Lactose-free', nb: 'Laktosefri', de: 'Laktosefrei', ar: 'خالٍ من اللاكتوز' },
      },
    ],
  },
  {
    id: 'extras',
    name: { en: 'Extras', nb: 'Tillegg', de: 'Extras', ar: 'إضافات' },
    min: 0,
    max: 2,
    options: [
      {
        id: 'shot',
        name: { en: 'Extra shot', nb: 'Ekstra shot', de: 'Extra Shot', ar: 'جرعة إضافية' },
        surcharge: 800,
      },
      {
        id: 'vanilla',
        name: { en: 'Vanilla', nb: 'Vanilje', de: 'Vanille', ar: 'فانيليا' },
        surcharge: 500,
      },
      {
        id: 'caramel',
        name: { en: 'Caramel', nb: 'Karamell', de: 'Karamell', ar: 'كراميل' },
        surcharge: 500,
      },
    ],
  },
] as const;

function hot(id: string, name: Demo['name'], price: number, drawn: string): Demo {
  return { id, category: 'hot', name, price, vat_rate: FULL, drawn };
}

function food(id: string, name: Demo['name'], price: number, drawn: string): Demo {
  return { id, category: 'food', name, price, vat_rate: FOOD, drawn };
}

function cold(id: string, name: Demo['name'], price: number, drink: string, barcode: string): Demo {
  const drawn = glass(drink);
  return { id, category: 'cold', name, price, vat_rate: FOOD, barcodes: [barcode], drawn };
}

/**
 * Writes the demo's catalogue and pictures at the first start. It changes nothing if a catalogue or
 * a folder of pictures exists, also when only the folder is left. A disk error costs the pictures,
 * not the start.
 */
export function seedGoods(directory: string): void {
  const folder = join(directory, PICTURES_FOLDER);
  const file = join(directory, CATALOGUE_FILE);
  if (existsSync(file) || existsSync(folder)) return;
  try {
    mkdirSync(folder, { mode: 0o700 });
    for (const { id, drawn } of GOODS) {
      if (drawn !== undefined) writeFileSync(join(folder, `${id}.svg`), drawn);
    }
    const products = GOODS.map(({ drawn, ...product }) => ({
      ...product,
      ...present({ picture: drawn === undefined ? undefined : `${product.id}.svg` }),
    }));
    const catalogue = {
      categories: CATEGORIES,
      option_groups: OPTION_GROUPS,
      products,
      open_price_vat_rate: FULL,
    };
    writeFileSync(file, `${JSON.stringify(catalogue, null, 2)}\n`, { flush: true });
  } catch {
    // Without a catalogue the till sells by amounts.
  }
}
