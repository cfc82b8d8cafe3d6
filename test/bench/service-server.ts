import { z } from 'zod';
import type { ServiceTarget } from './loads.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const serviceReady = z.object({
  base_url: z.string(),
  simulator_url: z.string(),
  merchant: z.object({ id: z.string() }),
  pos: z.array(z.object({ id: z.string() })),
  other_merchant: z.object({
    id: z.string(),
    users: z.array(z.object({ id: z.string(), secret: z.string() })),
  }),
  users: z.array(
    z.object({ id: z.string(), secret: z.string(), private_key_pem: z.string().optional() }),
  ),
});
export type ServiceReady = z.infer<typeof serviceReady>;

const bareReady = z.object({ url: z.string() });

export type BenchService = ServerProcess & {
  readonly url: URL;
  readonly target: ServiceTarget;
  readonly details: ServiceReady;
};

type Command = readonly [script: string, ...rest: readonly string[]];
const FROM_SOURCE: Command = ['service/app/cli.ts'];

type StartOptions = {
  readonly command?: Command;
  readonly core?: 'own' | 'anywhere';
  readonly env?: Readonly<Record<string, string>>;
};

/** Starts the service by its command, with all middleware. */
export async function startService(
  run: string,
  where: readonly string[] = ['--ephemeral'],
  { command = FROM_SOURCE, core = 'own', env = {} }: StartOptions = {},
): Promise<BenchService> {
  const options = [...where, '--demo', '--simulator', '--port', '0', '--ready-json'];
  const [script, ...first] = command;
  const server = await startServer(script, [...first, ...options], core, env);
  const details = serviceReady.parse(server.ready);
  const url = new URL(details.base_url);
  const target = {
    basePath: url.pathname,
    simulatorPath: new URL(details.simulator_url).pathname,
    merchant: details.merchant.id,
    secret: details.users.find((user) => user.id === 'pos')?.secret ?? '',
    run,
  };
  return { ...server, url, target, details };
}

/** Starts a ceiling in a separate process. */
export async function startCeiling(script: string): Promise<ServerProcess & { url: URL }> {
  const server = await startServer(`test/bench/ceilings/${script}.ts`, []);
  return { ...server, url: new URL(bareReady.parse(server.ready).url) };
}
