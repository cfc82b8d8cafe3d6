import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Figure, spreadOf } from '../report.ts';
import { startService } from '../service-server.ts';
import type { Handed, Measured } from '../till/till-process.ts';

const TILL = fileURLToPath(new URL('../till/till-process.ts', import.meta.url));

/** A sale at the end may cost as many times what one after the first thousand costs. */
const RATIO_MAX = 1.3;

const SETTINGS = {
  shop: { name: 'Bakery', address: null, organisationNumber: null },
  currency: 'NOK',
  locale: 'nb-NO',
  language: 'en',
  paidDwellSeconds: 8,
  timeZone: 'UTC',
} as const;

/**
 * Measures what a cash sale costs a till in processor time after a thousand bills and after many, which are all of one
 * day.
 */
export async function measureTill(bills: number): Promise<readonly Figure[]> {
  const service = await startService('till');
  try {
    const [few, many] = await run({
      settings: { ...SETTINGS, posId: service.details.pos[0]?.id ?? '' },
      service: service.ready,
      at: [1_000, bills],
      measured: 500,
    });
    if (few === undefined || many === undefined)
      throw new Error('the till ended before its last sale');
    const ratio = many.perSale / few.perSale;
    return [
      {
        what: `cash sale at the till with ${bills} bills, processor time`,
        value: many.perSale,
        unit: 'ms',
        against: { name: 'with 1,000 bills', value: few.perSale, ratio: spreadOf([ratio]) },
        target: {
          requirement: `at most ${RATIO_MAX} times that with 1,000`,
          met: ratio <= RATIO_MAX,
        },
        note: `${few.mebibytes.toFixed(0)} MiB of objects with 1,000 bills, ${many.mebibytes.toFixed(0)} MiB now`,
      },
    ];
  } finally {
    await service.stop();
  }
}

/** The ready line of the service is what a till needs of it. */
async function run(
  handed: Omit<Handed, 'service'> & { readonly service: unknown },
): Promise<readonly Measured[]> {
  const child = spawn(process.execPath, ['--expose-gc', TILL, JSON.stringify(handed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const found: Measured[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const read = JSON.parse(line);
    if ('perSale' in read) found.push(read);
  }
  return found;
}
