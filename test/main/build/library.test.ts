import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildLibrary } from '../../../main/build/library.ts';
import { packageRoot } from '../../../main/host/package-root.ts';

/*
 * The built package as an integrator has it: every module loads, its declarations are complete, and
 * a till of one's own is a few lines.
 */

const run = promisify(execFile);
let outdir: string;
beforeAll(async () => {
  const dist = join(packageRoot(), 'dist');
  mkdirSync(dist, { recursive: true });
  outdir = mkdtempSync(join(dist, 'lib-test-'));
  await buildLibrary(outdir);
}, 120_000);
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

/** A till of an embedder: the whole of it, and put together from its parts. */
const EMBEDDER = `import { createMerchantClient } from './client.js';
import {
  createPush, openJournal, secureRandom, startTerminal, systemClock, systemFetch, systemIds,
  type RunningTerminal,
} from './host.js';
import { createTerminal, type Terminal } from './terminal.js';

const data = process.argv[2] ?? '';
const whole: RunningTerminal = await startTerminal({
  data,
  service: { kind: 'embedded' },
  till_api: { port: 0 },
});
const ready = whole.ready.embedded;
if (ready === null) throw new Error('no service');
const opened = await openJournal({
  path: data + '/second.journal', clock: systemClock, ids: systemIds,
});
if (!opened.ok) throw new Error(opened.failure.description);
const access = {
  baseUrl: ready.base_url,
  merchantId: ready.merchant.id,
  userId: 'pos',
  credentials: { kind: 'secret', secret: ready.users[0]?.secret ?? '' } as const,
  clock: systemClock,
};
const terminal: Terminal = createTerminal({
  client: createMerchantClient({ ...access, fetch: systemFetch }),
  push: createPush({ ...access, random: secureRandom }),
  journal: opened.journal,
  clock: systemClock,
  ids: systemIds,
  settings: { posId: 'till2', currency: 'NOK', policy: 'attended', channel: 'till.till2' },
});
await new Promise<void>((resolve) => {
  const look = () => {
    const { connection } = terminal.view();
    if (connection.kind === 'online' && connection.push) resolve();
  };
  terminal.subscribe(look);
  look();
});
console.log('connected');
await terminal.stop();
await opened.journal.close();
await whole.stop();
`;

describe('the built package', () => {
  it('has a module and declarations for each of its names', async () => {
    const { exports } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
    for (const entry of Object.values<{ types?: string; default?: string }>(exports)) {
      if (entry.types === undefined || entry.default === undefined) continue;
      const built = (file: string) => join(outdir, file.replace('./dist/lib/', ''));
      expect(readFileSync(built(entry.types), 'utf8')).toContain('export');
      expect(Object.keys(await import(built(entry.default))).length).toBeGreaterThan(0);
    }
  });

  it('gives an embedder a till, with types that hold', async () => {
    writeFileSync(join(outdir, 'embedder.ts'), EMBEDDER);
    const settings = {
      compilerOptions: {
        target: 'ES2024',
        module: 'nodenext',
        moduleResolution: 'nodenext',
        strict: true,
        noEmit: true,
        lib: ['ES2024', 'DOM', 'DOM.Iterable'],
        types: ['node'],
        skipLibCheck: false,
      },
      files: ['embedder.ts'],
    };
    writeFileSync(join(outdir, 'tsconfig.json'), JSON.stringify(settings));
    const compiler = join(packageRoot(), 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [compiler, '-p', outdir]).catch((error) => {
      throw new Error(error.stdout);
    });
    const data = mkdtempSync(join(outdir, 'data-'));
    const { stdout } = await run(process.execPath, [join(outdir, 'embedder.ts'), data]);
    expect(stdout).toBe('connected\n');
  }, 60_000);
});
