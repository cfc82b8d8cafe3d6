import { money } from '../../money/money.ts';
import type { CATALOGUE_ROUTES } from '../routes/catalogue.ts';
import type { ExamplesOf } from './example.ts';

const LATTE = {
  id: 'caffe-latte',
  category: 'hot',
  name: { en: 'Caffè latte', nb: 'Kaffe latte' },
  price: money(5_200),
  vat_rate: '0.25',
  options: ['milk'],
};

const CATALOGUE = {
  categories: [{ id: 'hot', name: { en: 'Hot', nb: 'Varmt' } }],
  option_groups: [
    {
      id: 'milk',
      name: { en: 'Milk', nb: 'Melk' },
      min: 0,
      max: 1,
      options: [{ id: 'oat', name: { en: 'Oat milk', nb: 'Havremelk' }, surcharge: money(500) }],
    },
  ],
  products: [LATTE],
  open_price_vat_rate: '0.25',
};

const MADE = { version: 1, date_changed: '2026-11-27 08:15:00', changed_by: 'admin' };

/** A picture of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const NEW_PRODUCT = {
  kind: 'added',
  part: 'product',
  id: 'caffe-latte',
  name: 'Caffè latte',
  field: 'price',
  before: null,
  after: '5200',
  sentence: 'Product “Caffè latte” (caffe-latte) is new, at 52.00 NOK.',
} as const;

export const CATALOGUE_EXAMPLES: ExamplesOf<keyof typeof CATALOGUE_ROUTES> = {
  catalogueRead: { status: 200, reply: { ...MADE, catalogue: CATALOGUE } },
  catalogueChange: {
    body: {
      version: 0,
      dry_run: true,
      changes: [
        { kind: 'put_product', product: { id: 'caffe-latte', name: 'Caffè latte', price: 5_200 } },
      ],
    },
    status: 200,
    reply: { version: 0, differences: [NEW_PRODUCT] },
  },
  catalogueImport: {
    body: { version: 0, dry_run: true, csv: 'id,name_en,price\ncaffe-latte,Caffè latte,52.00\n' },
    status: 200,
    reply: {
      version: 0,
      differences: [NEW_PRODUCT],
      example: { row: 2, cell: '52.00', major: 5_200, minor: null },
      not_taken: { columns: [], rows: [] },
    },
  },
  catalogueExport: { status: 200 },
  catalogueHistory: {
    status: 200,
    reply: {
      versions: [{ ...MADE, differences: [NEW_PRODUCT.sentence], differences_in_all: 1 }],
      next: null,
    },
  },
  catalogueVersionRead: {
    params: { version: '1' },
    status: 200,
    reply: { ...MADE, catalogue: CATALOGUE },
  },
  cataloguePictureCreate: {
    body: { image: PIXEL },
    status: 200,
    reply: {
      name: '0f1e2d3c4b5a69788796a5b4c3d2e1f0.png',
      stored: { count: 12, count_max: 1_500, bytes: 242_118, bytes_max: 50_331_648 },
    },
  },
  cataloguePictureRead: {
    params: { name: '0f1e2d3c4b5a69788796a5b4c3d2e1f0.png' },
    status: 200,
  },
  catalogueTillList: {
    status: 200,
    reply: {
      tills: [
        { pos_id: 'kasse-1', version: 1, problem: null, date_reported: '2026-11-27 08:15:02' },
      ],
    },
  },
  catalogueReport: {
    params: { pos_id: 'kasse-1' },
    body: { version: 1, problem: null },
    status: 204,
  },
};
