import { runChild } from '../../shared/node/children.ts';

/**
 * Tells the service manager that the service is ready, where one asks for it: systemd sets `NOTIFY_SOCKET` for a unit
 * with `Type=notify`. Its own program sends the word, because Node.js has no sockets of this kind. Rejects if it cannot
 * be sent; the manager would then stop the service after a while.
 */
export async function notifyManager(env: NodeJS.ProcessEnv): Promise<void> {
  if (!env.NOTIFY_SOCKET) return;
  const { code, err } = await runChild('systemd-notify', ['--ready'], { env });
  if (code !== 0) throw new Error(`systemd-notify failed: ${err}`);
}
