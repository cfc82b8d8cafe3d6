import type { BridgeServer } from '../../main/host/bridge/server.ts';

/** Opens the till's screen as a browser does; answers the cookie that it keeps. */
export async function openScreen(host: Pick<BridgeServer, 'launchAddress'>): Promise<string> {
  const reply = await fetch(host.launchAddress(), { redirect: 'manual' });
  return (reply.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
}
