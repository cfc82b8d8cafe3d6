import { cpus } from 'node:os';
import { z } from 'zod';
import { bareRequest, durableFlow, type LoadResult, runLoad } from './loads.ts';
import { startServer } from './server-process.ts';

/*
 * `npm run bench`: how the service's durable flow compares with a bare Express handler on the same
 * machine in the same run. Rounds alternate, so that a machine whose speed drifts is still fair.
 */

const SECONDS = Number(process.argv[2] ?? 5);
const ROUNDS = 3;
const CONNECTIONS = 16;

const serviceReady = z.object({
  base_url: z.string(),
  simulator_url: z.string(),
  merchant: z.object({ id: z.string() }),
  users: z.array(z.object({ id: z.string(), secret: z.string() })),
});
const bareReady = z.object({ url: z.string() });

const options = ['--ephemeral', '--demo', '--simulator', '--port', '0', '--ready-json'];

async function measureService(round: number): Promise<LoadResult> {
  const server = await startServer('service/cli.ts', options);
  try {
    const ready = serviceReady.parse(server.ready);
    const base = new URL(ready.base_url);
    const secret = ready.users.find((user) => user.id === 'pos')?.secret ?? '';
    const target = {
      basePath: base.pathname,
      simulatorPath: new URL(ready.simulator_url).pathname,
      merchant: ready.merchant.id,
      secret,
      run: `r${round}`,
    };
    return await runLoad(base, CONNECTIONS, SECONDS, durableFlow(target));
  } finally {
    await server.stop();
  }
}

async function measureBare(): Promise<LoadResult> {
  const server = await startServer('test/bench/bare-express.ts', []);
  try {
    return await runLoad(
      new URL(bareReady.parse(server.ready).url),
      CONNECTIONS,
      SECONDS,
      bareRequest(),
    );
  } finally {
    await server.stop();
  }
}

function row(name: string, result: LoadResult): string {
  const rate = result.rate.toFixed(0).padStart(8);
  const times = `${result.p50.toFixed(2).padStart(8)} ${result.p99.toFixed(2).padStart(8)}`;
  return `${name.padEnd(28)}${rate} ${times} ${result.generatorLoad.toFixed(2).padStart(10)}`;
}

const ratios: number[] = [];
console.log(
  `Node ${process.version}, ${cpus().length} cores, ${CONNECTIONS} connections, ${SECONDS} s a round`,
);
console.log('load                          req/s   p50 ms   p99 ms  generator');
for (let round = 0; round < ROUNDS; round += 1) {
  const service = await measureService(round);
  const bare = await measureBare();
  ratios.push(service.rate / bare.rate);
  console.log(row('durable flow (3 requests)', service));
  console.log(row('bare Express', bare));
}
ratios.sort((a, b) => a - b);
const [low, middle, high] = [ratios[0], ratios[Math.floor(ratios.length / 2)], ratios.at(-1)];
console.log(
  `durable flow / bare Express: ${middle?.toFixed(2)} (${low?.toFixed(2)} to ${high?.toFixed(2)})`,
);
