import { join } from 'node:path';
import { readAssets } from '../../service/portal/assets.ts';
import { systemClock, systemIds } from '../host/adapters/machine.ts';
import type { Dispatch } from '../host/bridge/dispatch.ts';
import type { ScreenSource } from '../host/bridge/screen-source.ts';
import { type BridgeServer, startBridgeServer } from '../host/bridge/server.ts';
import { withPictures } from '../host/goods/pictures.ts';
import { type KioskParts, openKioskParts } from '../host/kiosk/open-kiosk.ts';
import type { KioskShell } from '../host/kiosk/service-door.ts';
import type { StartPlan } from './plan.ts';

/** A browser's window belongs to the browser: loading the page again is all that can be asked. */
const BROWSER: KioskShell = {
  restartScreen: () => undefined,
  fullScreen: () => null,
  setFullScreen: () => undefined,
};

/** Opens what a kiosk brings to its till. */
export function kioskFor(plan: StartPlan, report: (sentence: string) => void): Promise<KioskParts> {
  return openKioskParts({
    directory: plan.directory,
    screen: readAssets(join(plan.root, 'dist/screens/kiosk')),
    service: plan.remote === null ? 'own' : 'elsewhere',
    report,
  });
}

/** Hosts the one screen of this start on loopback: the cashier's, or the kiosk's where there is one. */
export async function hostScreen(
  plan: StartPlan,
  kiosk: KioskParts | null,
  till: { readonly source: ScreenSource; readonly dispatch: Dispatch },
): Promise<BridgeServer> {
  const common = { clock: systemClock, ids: systemIds, port: plan.screenPort };
  if (kiosk === null) {
    const built = readAssets(join(plan.root, 'dist/screens/cashier'));
    const assets = withPictures(built, plan.directory);
    return startBridgeServer({ ...common, ...till, assets });
  }
  const opened = kiosk.open(till.source, till.dispatch, BROWSER);
  const { source, dispatch } = opened;
  const server = await startBridgeServer({ ...common, source, dispatch, assets: kiosk.assets });
  return {
    address: server.address,
    async stop() {
      opened.stop();
      await server.stop();
    },
  };
}
