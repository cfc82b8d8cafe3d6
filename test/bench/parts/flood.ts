import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createPayment, type LoadResult, runLoad, type ServiceTarget } from '../loads.ts';
import { type Figure, spreadOf } from '../report.ts';
import { type BenchService, startService } from '../service-server.ts';

const FLOODER = fileURLToPath(new URL('../flooder.ts', import.meta.url));

/**
 * How long a merchant waits for a payment request while another one floods its event sockets with
 * acknowledgements, against the same without the flood; rounds of the two alternate on one service.
 */
export async function measureFlood(lengths: {
  readonly seconds: number;
  readonly rounds: number;
}): Promise<readonly Figure[]> {
  const service = await startService('flood');
  try {
    const target = victimOf(service);
    const load = () =>
      runLoad(service.url, 1, lengths.seconds, async (client, number) => {
        sales += 1;
        await createPayment(client, target, sales * 1_000_000 + number);
        return 1;
      });
    await load();
    const quiet: LoadResult[] = [];
    const flooded: LoadResult[] = [];
    for (let round = 0; round < lengths.rounds; round += 1) {
      quiet.push(await load());
      const flood = await startFlood(service);
      flooded.push(await load());
      flood.stop();
    }
    const middle = (results: readonly LoadResult[]) =>
      spreadOf(results.map(({ p50 }) => p50)).middle;
    const ratio = spreadOf(
      flooded.map(({ p50 }, round) => p50 / (quiet[round]?.p50 ?? Number.NaN)),
    );
    return [
      {
        what: 'POST of one merchant while another floods its event sockets',
        value: middle(flooded),
        unit: 'ms',
        against: { name: 'without the flood', value: middle(quiet), ratio },
        target: { says: 'at most twice', met: ratio.middle <= 2 },
      },
    ];
  } finally {
    await service.stop();
  }
}

let sales = 0;

function victimOf({ details, target }: BenchService): ServiceTarget {
  const { id: merchant, users } = details.other_merchant;
  const user = users[0];
  if (user === undefined) throw new Error('the demo has no second merchant');
  return { ...target, merchant, user: user.id, secret: user.secret };
}

/** In a process of its own: the one that measures must not be the one that is busy. */
async function startFlood({
  target,
  details,
}: BenchService): Promise<{ readonly stop: () => void }> {
  const { merchant, secret } = target;
  const given = JSON.stringify({ url: details.base_url, merchant, secret });
  const child = spawn(process.execPath, [FLOODER, given], { stdio: ['ignore', 'pipe', 'inherit'] });
  // It says one line when all of its sockets are open and flooded.
  await once(child.stdout, 'data');
  return { stop: () => void child.kill('SIGKILL') };
}
