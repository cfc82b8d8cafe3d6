import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readCatalogue } from '../../../main/host/goods/catalogue-file.ts';
import { withPictures } from '../../../main/host/goods/pictures.ts';
import { seedGoods } from '../../../main/host/goods/seed.ts';
import type { NewLine } from '../../../shared/bill/acts.ts';
import { pieces } from '../../../shared/bill/quantity.ts';
import type { Catalogue } from '../../../shared/catalogue/catalogue.ts';
import type { GoodsView } from '../../../shared/device/bridge/goods.ts';
import { money } from '../../../shared/money/money.ts';
import type { Assets } from '../../../shared/node/http/static-assets.ts';
import type { CatalogueDocument } from '../../../shared/protocol/catalogue-document.ts';
import type { TerminalView } from '../../../shared/terminal/sale/state.ts';
import { type BillHost, createBillHost } from '../../support/bill-host.ts';
import type { CashierPage } from './page.ts';
import { NOW, view } from './sales.ts';

/** The goods of the demo shop, as its host reads them. */
export type Shop = {
  readonly catalogue: Catalogue;
  /** The catalogue as it is written. */
  readonly document: CatalogueDocument;
  readonly pictures: Assets;
};

/** Seeds a till as the first start does, and reads it back. */
export function demoShop(): Shop {
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-goods-'));
  try {
    seedGoods(directory);
    const read = readCatalogue(directory);
    if (read.kind !== 'read') throw new Error(`the demo has no catalogue: ${JSON.stringify(read)}`);
    const { catalogue, document } = read;
    return { catalogue, document, pictures: withPictures(new Map(), directory) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The host's view of the goods. */
export const GOODS: GoodsView = {
  catalogue: 'v1',
  problem: null,
  changes: 'possible',
  portal: null,
};

/** Makes a scripted screen a screen of a shop with goods, and waits until it has read them. */
export async function stock(
  cashier: CashierPage,
  { catalogue, pictures }: Shop,
  over: Partial<GoodsView> = {},
  shown: TerminalView = view([]),
  host: BillHost = createBillHost(() => NOW),
): Promise<void> {
  const { page } = cashier;
  cashier.hostBills(host);
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
export const ON_TABLE: readonly NewLine[] = [
  lineOf('flat-white', 'Flat white', 2, 5_200, '0.25'),
  lineOf('cinnamon-bun', 'Cinnamon bun', 3, 4_500, '0.15'),
];

/** A line as a screen orders it. */
export function lineOf(
  product: string,
  name: string,
  many: number,
  price: number,
  vatRate: string,
): NewLine {
  return {
    ...{ kind: 'goods', product, name, unit: 'pcs', quantity: pieces(many) },
    ...{ price: money(price), vatRate, options: [], note: null },
  };
}

/** A host with three tables, the newest of them being paid. */
export function tablesHost(): BillHost {
  const host = createBillHost(() => NOW);
  const before = NOW - 1_500_000;
  host.open('t4', 'Table 4', ON_TABLE, before);
  host.open('tw', 'Window seat', [lineOf('soup', 'Soup', 1, 8_900, '0.15')], before);
  host.open('t9', 'Table 9', [lineOf('menu', 'Menu', 8, 5_150, '0.15')], before);
  host.ask('t9', money(41_200));
  return host;
}

/** A host with one bill without a name, which the first screen restores. */
export function filledHost(lines: readonly NewLine[] = ON_TABLE): BillHost {
  const host = createBillHost(() => NOW);
  host.open('b1', null, lines, NOW);
  return host;
}
