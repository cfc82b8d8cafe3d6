import { systemClock, systemIds } from '../../../main/host/adapters/machine.ts';
import { type BridgeServer, startBridgeServer } from '../../../main/host/bridge/server.ts';
import type { Catalogue } from '../../../shared/catalogue/catalogue.ts';
import { catalogueOf } from '../../../shared/catalogue/schema.ts';
import { type Assets, readAssets } from '../../../shared/node/http/static-assets.ts';
import { catalogueDocument } from '../../../shared/protocol/catalogue-document.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { jpegOf } from '../../support/jpeg.ts';
import { freshScreens } from '../../support/open-screen.ts';
import { PLAIN_HOST } from '../../support/page-host.ts';

/*
 * A host of screens. It runs in a separate process, as in the product, so that it does not share
 * processor time with the browser's driver. `subjects.ts` starts it and sends the pages to serve. Each
 * screen and the blank page have a server of the same code, which sends the same headers.
 */

/** A page to serve: the folder of a built screen, or null for the blank page. */
export type ServedPage = {
  readonly name: string;
  readonly folder: string | null;
  readonly snapshot: unknown;
  /** How many items a till sells, each with a picture; left out: none. */
  readonly items?: number;
};

const BLANK =
  '<!doctype html><html><head><title>blank</title></head><body><p>blank</p></body></html>';
const blank: Assets = new Map([
  ['index.html', { body: Buffer.from(BLANK), type: 'text/html; charset=utf-8', cache: 'no-store' }],
]);

/** A shop with so many items, each with a name and a picture. */
function catalogueWith(items: number): Catalogue {
  return catalogueOf(
    catalogueDocument.parse({
      categories: [],
      products: Array.from({ length: items }, (_, place) => ({
        id: `item-${place}`,
        name: `Item ${place} of the shop`,
        price: 1_000 + place,
        vat_rate: '0.25',
        picture: pictureOf(place),
      })),
    }),
  );
}

const pictureOf = (place: number) => `${place}.jpg`;

/** A picture in the size in which the service writes one. Each item has it at an address of its own. */
function pictureBytes(): Promise<Buffer> {
  const side = LIMITS.cataloguePictureSide;
  const data = new Uint8ClampedArray(side * side * 4);
  for (let at = 0; at < data.length; at += 1) data[at] = at >> 6;
  return jpegOf({ width: side, height: side, data });
}

async function withPictures(assets: Assets, items: number): Promise<Assets> {
  if (items === 0) return assets;
  const picture = { body: await pictureBytes(), type: 'image/jpeg', cache: 'no-cache' };
  const all = new Map(assets);
  for (let place = 0; place < items; place += 1) all.set(`pictures/${pictureOf(place)}`, picture);
  return all;
}

const servers = new Map<string, BridgeServer>();

/** The pages to serve, which `ready` answers, and then names of pages, each of which a new address answers. */
process.on('message', async (asked: readonly ServedPage[] | string) => {
  if (typeof asked === 'string') return process.send?.(servers.get(asked)?.launchAddress() ?? '');
  await Promise.all(
    asked.map(async ({ name, folder, snapshot, items = 0 }) => {
      const catalogue = catalogueWith(items);
      const server = await startBridgeServer({
        ...PLAIN_HOST,
        display: null,
        kind: 'cashier',
        screens: freshScreens(systemClock),
        screen: () => ({
          source: { snapshot: () => snapshot, subscribe: () => () => undefined },
          dispatch: async () => ({ ok: true, value: items === 0 ? null : { catalogue } }),
        }),
        assets: folder === null ? blank : await withPictures(readAssets(folder), items),
        clock: systemClock,
        ids: systemIds,
        port: 0,
      });
      servers.set(name, server);
    }),
  );
  process.send?.('ready');
});
process.on('disconnect', () => process.exit(0));
