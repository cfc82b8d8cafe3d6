import { thisMachine } from '../host/adapters/machine.ts';
import { NO_MACHINE_ACCESS } from '../host/diagnosis/machine-access.ts';
import { NO_SYSTEM_SECRETS } from '../host/secrets/choose-store.ts';
import { MACHINE_PORTS } from '../host/till/ports.ts';
import { presenceAt } from '../host/till/presence.ts';
import { openRemoteTill } from '../host/till/remote-till.ts';
import { hostScreen, openKioskFor, screensOf } from './host-screen.ts';
import { firstCodeOf, type RemoteConfig, type StartConfig } from './start-config.ts';

const ASKS = 'This till is not set up; its screen asks for a pairing code.';
const ASKS_NOT = 'This kiosk is not set up: pair it with "tillkit pair", or start without --kiosk.';

/**
 * Starts a till of a remote service with the host of its screen. The screen starts even without
 * settings, because it asks for the pairing code.
 */
export async function runRemoteTill(
  config: StartConfig,
  remote: RemoteConfig,
  screen: 'cashier' | 'kiosk',
  report: (sentence: string) => void,
) {
  const kiosk = screen === 'kiosk' ? await openKioskFor(config, report) : null;
  const screens = screensOf(config, report);
  const till = await openRemoteTill({
    screens,
    directory: config.directory,
    baseUrl: remote.baseUrl,
    file: remote.secretFile,
    system: NO_SYSTEM_SECRETS,
    machine: thisMachine,
    presence: presenceAt(kiosk),
    machineAccess: NO_MACHINE_ACCESS,
    firstCode: kiosk === null ? firstCodeOf(config) : null,
    report,
    ports: MACHINE_PORTS,
  });
  try {
    const host = await hostScreen(config, kiosk, till.backend, screens, report);
    const stop = async () => {
      await host.stop();
      await till.close();
      kiosk?.close();
    };
    const words = till.backend.source.snapshot().setup ? [kiosk === null ? ASKS : ASKS_NOT] : [];
    return { screen: host.launchAddress, words, stop };
  } catch (error) {
    await till.close();
    kiosk?.close();
    throw error;
  }
}
