import { systemClock, systemIds } from '../../../main/host/adapters/machine.ts';
import { startBridgeServer } from '../../../main/host/bridge/server.ts';
import { type Assets, readAssets } from '../../../shared/node/http/static-assets.ts';

/*
 * A host of screens in a separate process, as it is in the product: what drives the browser would
 * share its time with it otherwise. Started by `subjects.ts`, which tells it what to show; one server
 * for each screen, and the blank page comes from the same server with the same headers.
 */

/** One page to serve: a folder of a built screen, or null for the blank page. */
export type Served = {
  readonly name: string;
  readonly folder: string | null;
  readonly shown: unknown;
};

const BLANK =
  '<!doctype html><html><head><title>blank</title></head><body><p>blank</p></body></html>';
const blank: Assets = new Map([
  ['index.html', { body: Buffer.from(BLANK), type: 'text/html; charset=utf-8', cache: 'no-store' }],
]);

process.on('message', async (served: readonly Served[]) => {
  const addresses = await Promise.all(
    served.map(async ({ name, folder, shown }) => {
      const server = await startBridgeServer({
        source: { snapshot: () => shown, subscribe: () => () => undefined },
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
