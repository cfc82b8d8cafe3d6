import type { BridgeServer } from '../../main/host/bridge/server.ts';
import { openScreens, type Screens } from '../../main/host/screens/screens.ts';
import { NO_SCREENS_FILE } from '../../main/host/screens/screens-file.ts';
import type { DeviceClock } from '../../shared/time/clock.ts';
import { ids } from './payments.ts';

/** Opens the till's screen as a browser does; answers the cookie that it keeps. */
export async function openScreen(host: Pick<BridgeServer, 'launchAddress'>): Promise<string> {
  const reply = await fetch(host.launchAddress(), { redirect: 'manual' });
  return (reply.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
}

/** Screens of a till that keeps none: each browser needs a launch address. */
export const freshScreens = (clock: DeviceClock): Screens =>
  openScreens({ file: NO_SCREENS_FILE, ids, clock, report: () => undefined });
