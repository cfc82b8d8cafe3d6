import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readCatalogue } from '../../../main/host/goods/catalogue-file.ts';
import { withPictures } from '../../../main/host/goods/pictures.ts';
import { seedGoods } from '../../../main/host/goods/seed.ts';
import type { Basket } from '../../../shared/basket/basket.ts';
import type { GoodsView, TableView } from '../../../shared/bridge/goods.ts';
import type { Catalogue } from '../../../shared/catalogue/catalogue.ts';
import { money } from '../../../shared/money/money.ts';
import type { Assets } from '../../../shared/node/http/static-assets.ts';
import type { TerminalView } from '../../../shared/terminal/sale/state.ts';
import type { CashierPage } from './page.ts';
import { NOW, view } from './sales.ts';

/** The goods of the demo shop, as its host reads them. */
export type Shop = { readonly catalogue: Catalogue; readonly pictures: Assets };

/** Seeds a till as the first start does, and reads it back. */
export function demoShop(): Shop {
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-goods-'));
  try {
    seedGoods(directory);
    const read = readCatalogue(directory);
    if (read.kind !== 'read') throw new Error(`the demo has no catalogue: ${JSON.stringify(read)}`);
    return { catalogue: read.catalogue, pictures: withPictures(new Map(), directory) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The host's view of the goods with an empty basket and no open table. */
export const GOODS: GoodsView = { catalogue: 'v1', problem: null, basket: null, tables: [] };

/** Makes a scripted screen a screen of a shop with goods, and waits until it has read them. */
export async function stock(
  cashier: CashierPage,
  { catalogue, pictures }: Shop,
  over: Partial<GoodsView> = {},
  shown: TerminalView = view([]),
): Promise<void> {
  const { page } = cashier;
  await page.route('**/pictures/*', async (route) => {
    const name = decodeURIComponent(basename(new URL(route.request().url()).pathname));
    const found = pictures.get(`pictures/${name}`);
    if (found === undefined) await route.fulfill({ status: 404 });
    else await route.fulfill({ contentType: found.type, body: found.body });
  });
  await cashier.sell(catalogue);
  await cashier.show(shown, {}, { ...GOODS, ...over });
  await page.locator('.pane-key').first().waitFor();
}

/** What the first of the open tables has on it. */
export const ON_TABLE: Basket = {
  lines: [
    lineOf('flat-white', 'Flat white', 2, 5_200, '0.25'),
    lineOf('cinnamon-bun', 'Cinnamon bun', 3, 4_500, '0.15'),
  ],
  discount: null,
};

function lineOf(product: string, name: string, quantity: number, price: number, vatRate: string) {
  return { product, name, quantity, price: money(price), vatRate, discount: null };
}

/** Three tables, the newest of them being paid. */
export const TABLES: readonly TableView[] = [
  tableOf('t4', 'Table 4', 23_900, 5, null),
  tableOf('tw', 'Window seat', 8_900, 1, null),
  tableOf('t9', 'Table 9', 41_200, 8, 'sale-42'),
];

function tableOf(
  id: string,
  name: string,
  total: number,
  things: number,
  paying: string | null,
): TableView {
  return { id, name, total: money(total), things, at: NOW - 1_500_000, sale: paying };
}
