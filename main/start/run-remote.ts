import { join } from 'node:path';
import { readAssets } from '../../service/portal/assets.ts';
import { systemClock, systemIds, thisMachine } from '../host/adapters/machine.ts';
import { startBridgeServer } from '../host/bridge/server.ts';
import { openRemoteTill } from '../host/remote-till.ts';
import { NO_SYSTEM_SECRETS } from '../host/secrets/choose-store.ts';
import type { RemotePlan, StartPlan } from './plan.ts';

/**
 * Starts a till of a service that runs elsewhere, with the host of its screen. The screen comes
 * first: it is where a till without settings is asked for its pairing code.
 */
export async function runRemoteTill(
  plan: StartPlan,
  remote: RemotePlan,
  report: (sentence: string) => void,
) {
  const till = await openRemoteTill({
    directory: plan.directory,
    baseUrl: remote.baseUrl,
    file: remote.secretFile,
    system: NO_SYSTEM_SECRETS,
    machine: thisMachine,
    report,
  });
  try {
    const host = await startBridgeServer({
      source: till.stage.source,
      dispatch: till.stage.dispatch,
      assets: readAssets(join(plan.root, 'dist/screens/cashier')),
      clock: systemClock,
      ids: systemIds,
      port: plan.screenPort,
    });
    const stop = async () => {
      await host.stop();
      await till.close();
    };
    const words = till.stage.source.snapshot().setup
      ? ['This till is not set up; its screen asks for a pairing code.']
      : [];
    return { screen: host.address, words, stop };
  } catch (error) {
    await till.close();
    throw error;
  }
}
