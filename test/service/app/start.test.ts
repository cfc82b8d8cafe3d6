import { afterEach, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { createService, type ServiceOptions } from '../../../service/index.ts';
import { giveKeys } from '../../support/seeded-data.ts';
import { send } from '../../support/wire.ts';
import { openAdmin } from '../admin/run-admin.ts';

/* What the service writes to its log when it starts. */

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** The warnings of a start with these options, in a data folder as a shop has it. */
async function warningsOf(options: Partial<ServiceOptions>): Promise<readonly string[]> {
  const { data: path, stop } = openAdmin();
  ends.push(stop);
  await giveKeys(path);
  const lines: string[] = [];
  const log = { write: (text: string) => void lines.push(...text.trim().split('\n')) };
  const data = { kind: 'directory', path } as const;
  const service = createService({ data, port: 0, log, ...options });
  ends.push(() => service.stop());
  await service.start();
  const entries = lines.map((line): { level: number; msg: string } => JSON.parse(line));
  expect(entries.some(({ msg }) => msg === 'ready')).toBe(true);
  return entries.filter(({ level }) => level >= 40).map(({ msg }) => msg);
}

const UNREACHABLE =
  'phones cannot open the codes; --public-origin sets an address that they can reach';

it('the ready line, the lines of the start in the log, and the metrics have the version', async () => {
  const lines: string[] = [];
  const service = createService({
    data: { kind: 'ephemeral' },
    port: 0,
    log: { write: (text: string) => void lines.push(...text.trim().split('\n')) },
    adminListen: { host: '127.0.0.1', port: 0 },
  });
  ends.push(() => service.stop());
  const { version, metrics_url: metrics = '' } = await service.start();
  expect(version).toBe(manifest.version);
  const said = lines.map((line) => JSON.parse(line));
  for (const msg of ['data opened', 'ready']) {
    expect(said).toContainEqual(expect.objectContaining({ msg, version }));
  }
  const labels = `version="${version}",node="${process.version}"`;
  expect((await send(metrics)).text).toContain(`tillkit_build_info{${labels}} 1\n`);
});

describe('a start for real shops', () => {
  it.each([
    ['without a public origin', {}],
    ['with a public origin on this machine', { publicOrigin: 'http://127.0.0.1:8080' }],
    ['with a local name', { publicOrigin: 'https://localhost/tillkit' }],
  ])('%s warns that phones cannot open the codes', async (_, options) => {
    expect(await warningsOf(options)).toContain(UNREACHABLE);
  });

  it.each([
    ['with a public origin', { publicOrigin: 'https://pay.example' }],
    ['of the wallet on an address of the network', { publicOrigin: 'http://192.0.2.7:4600/till' }],
    ['of the demo', { demo: true }],
    ['of a simulator', { simulator: true }],
    ['on ephemeral data', { data: { kind: 'ephemeral' } as const }],
  ])('%s does not warn about codes', async (_, options) => {
    expect(await warningsOf(options)).not.toContain(UNREACHABLE);
  });
});
