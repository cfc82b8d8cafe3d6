import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { durableFlow, runLoad, secretHeaders } from '../loads.ts';
import { RawClient } from '../raw-client.ts';
import type { Figure } from '../report.ts';
import { startService } from '../service-server.ts';

/**
 * Kills the service under load, starts it again on the same data, and reads each payment whose capture
 * the service had acknowledged.
 */
export async function auditAfterKill(seconds: number): Promise<readonly Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'tillkit-bench-audit-'));
  const captured: string[] = [];
  try {
    const first = await startService('audit', ['--data', directory]);
    const flow = durableFlow(first.target, { captured: (tid) => captured.push(tid) });
    const load = runLoad(first.url, flow, { connections: 16, seconds: seconds * 4 }).catch(
      () => null,
    );
    await new Promise((resolve) => setTimeout(resolve, (seconds + 1) * 1_000));
    await first.kill();
    await load;
    const again = await startService('audit', ['--data', directory]);
    try {
      const lost = await countLost(again, captured);
      return [
        {
          what: 'acknowledged captures that a kill -9 lost',
          value: lost,
          unit: `of ${captured.length}`,
          target: { requirement: 'none', met: lost === 0 && captured.length > 0 },
        },
      ];
    } finally {
      await again.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function countLost(
  service: Awaited<ReturnType<typeof startService>>,
  tids: readonly string[],
): Promise<number> {
  const client = await RawClient.open(service.url);
  const headers = secretHeaders(service.target);
  let lost = 0;
  for (const tid of tids) {
    const path = `${service.target.basePath}/payment_request/${tid}/outcome/`;
    const reply = await client.send('GET', path, headers, '');
    const ok = reply.status === 200 && JSON.parse(reply.body).status === 'ok';
    if (!ok) lost += 1;
  }
  client.close();
  return lost;
}
