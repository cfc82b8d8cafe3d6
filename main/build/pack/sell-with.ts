import { fork } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { systemFetch } from '../../host/adapters/machine.ts';
import type { EmbeddedServiceConfig } from '../../host/service/options.ts';

const SHIM = new URL('./parent-port.ts', import.meta.url).href;
const message = z.object({
  ready: z.object({
    base_url: z.string(),
    portal_url: z.string(),
    merchant: z.object({ id: z.string() }),
    users: z.array(z.object({ id: z.string(), secret: z.string() })),
  }),
});
type Ready = z.infer<typeof message>['ready'];

/**
 * Starts the packed service from `folder` with Node.js, as its supervisor would, and creates a
 * payment. Returns the problem as a sentence, or null.
 */
export async function sellWith(folder: string, data: string): Promise<string | null> {
  const program = join(folder, 'dist/electron/service-child.js');
  const child = fork(program, [], { execArgv: ['--import', SHIM], cwd: folder, stdio: 'pipe' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    const ready = await new Promise<Ready>((resolve, reject) => {
      child.once('message', (said) => {
        const read = message.safeParse(said);
        if (read.success) resolve(read.data.ready);
        else reject(new Error(`it said ${JSON.stringify(said)}`));
      });
      child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
      child.once('error', reject);
      const options: EmbeddedServiceConfig = {
        directory: data,
        port: 0,
        lanAddress: null,
        root: folder,
      };
      child.send({ type: 'start', options });
    });
    return await sale(ready);
  } catch (error) {
    return `the packed service does not start: ${String(error)}`;
  } finally {
    if (child.connected) child.send({ type: 'stop' });
    await exited;
  }
}

async function sale(ready: Ready): Promise<string | null> {
  const user = ready.users.find(({ id }) => id === 'pos');
  const headers = {
    'X-Svc-Merchant': ready.merchant.id,
    'X-Svc-User': 'pos',
    Authorization: `SECRET ${user?.secret ?? ''}`,
    'Content-Type': 'application/json',
  };
  const body = {
    action: 'sale',
    currency: 'NOK',
    amount: 100,
    allow_credit: false,
    pos_id: 'kasse-1',
    pos_tid: 'packed-1',
    success_return_uri: '',
    failure_return_uri: '',
  };
  const sent = { method: 'POST', headers, body: JSON.stringify(body) };
  const made = await systemFetch(`${ready.base_url}/payment_request/`, sent);
  if (made.status !== 201) return `the packed service answered ${made.status} to a payment`;
  const { uri } = z.object({ uri: z.string() }).parse(await made.json());
  const page = await systemFetch(uri);
  if (page.status !== 200) return `the packed customer's page answered ${page.status}`;
  return null;
}
