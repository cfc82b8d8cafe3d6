import { systemClock, systemIds } from '../../../main/host/adapters/machine.ts';
import { startBridgeServer } from '../../../main/host/bridge/server.ts';
import { type Assets, readAssets } from '../../../shared/node/http/static-assets.ts';

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
};

const BLANK =
  '<!doctype html><html><head><title>blank</title></head><body><p>blank</p></body></html>';
const blank: Assets = new Map([
  ['index.html', { body: Buffer.from(BLANK), type: 'text/html; charset=utf-8', cache: 'no-store' }],
]);

process.on('message', async (served: readonly ServedPage[]) => {
  const addresses = await Promise.all(
    served.map(async ({ name, folder, snapshot }) => {
      const server = await startBridgeServer({
        source: { snapshot: () => snapshot, subscribe: () => () => undefined },
        dispatch: async () => ({ ok: true, value: null }),
        assets: folder === null ? blank : readAssets(folder),
        clock: systemClock,
        ids: systemIds,
        port: 0,
      });
      return [name, server.launchAddress()] as const;
    }),
  );
  process.send?.(addresses);
});
process.on('disconnect', () => process.exit(0));
