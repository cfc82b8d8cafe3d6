import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildLibrary } from '../../../main/build/library.ts';
import { packageRoot } from '../../../main/host/adapters/machine.ts';

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
});
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

/** A page of an embedder, as its types see it. */
const PAGE = `import { useState } from 'react';
import {
  amountText, isFinal, type Bridge, PayButton, Payment, PaymentDialog, TillkitProvider, useSale,
  useSaleAction, useStartSale, useTill,
} from './react.js';

function Own() {
  const { settings, blocked } = useTill();
  const sale = useSale();
  const { start, pending, problem } = useStartSale();
  const act = useSaleAction();
  const [tables] = useState<readonly string[]>([]);
  if (sale !== null && isFinal(sale.state)) void act(sale.id, 'dismiss');
  const go = () => void start({ amount: 100, method: { kind: 'qr' }, label: tables[0] });
  const money = sale && settings ? amountText(sale.amount, sale.currency, settings.locale) : '';
  return <button disabled={pending || blocked !== null} onClick={go}>{money}{String(problem)}</button>;
}

export const page = (bridge: Bridge) => (
  <TillkitProvider bridge={bridge} theme="dark" language="nb" sound="off">
    <Own />
    <Payment className="x" onResult={(sale) => console.log(sale.tid)} />
    <PaymentDialog onClose={(sale) => console.log(sale.id)} />
    <PayButton request={{ amount: 100, text: 'x', method: { kind: 'phone', msisdn: '4798765432' } }} />
  </TillkitProvider>
);
`;

/** A main process of an embedder. */
const MAIN = `import { openTillWindow, prepareTill, type TillWindow } from './electron.js';
import { createTerminalBridge, startScreenHost, type TillSettings } from './host.js';
import type { Terminal } from './terminal.js';

prepareTill({ harden: 'everything', mode: 'kiosk' });
export const open = (terminal: Terminal, settings: TillSettings): TillWindow => {
  createTerminalBridge(terminal, settings).onLink(() => undefined);
  void startScreenHost({ terminal, settings, assetsDir: 'dist', port: 0 });
  return openTillWindow({ terminal, settings, page: 'dist', customerDisplay: { kind: 'none' } });
};
`;

describe('the built package', () => {
  it('has a module and declarations for each export', async () => {
    const { exports } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
    for (const entry of Object.values<{ types?: string; default?: string }>(exports)) {
      if (entry.types === undefined || entry.default === undefined) continue;
      const built = (file: string) => join(outdir, file.replace('./dist/lib/', ''));
      expect(readFileSync(built(entry.types), 'utf8')).toContain('export');
      expect(Object.keys(await import(built(entry.default))).length).toBeGreaterThan(0);
    }
  });

  it('gives a page one script without the host’s validator, with declarations', () => {
    const script = readFileSync(join(outdir, 'react.js'));
    expect(gzipSync(script).length).toBeLessThanOrEqual(64_000);
    expect(String(script)).not.toContain('ZodError');
    const fonts = readFileSync(join(outdir, 'react.css'), 'utf8').matchAll(/url\("\.\/(\S+?)"\)/g);
    for (const [, font = ''] of fonts)
      expect(readFileSync(join(outdir, font)).length).toBeGreaterThan(0);
  });

  it('gives an embedder a till with correct types', async () => {
    writeFileSync(join(outdir, 'embedder.ts'), EMBEDDER);
    writeFileSync(join(outdir, 'page.tsx'), PAGE);
    writeFileSync(join(outdir, 'main.ts'), MAIN);
    const settings = {
      compilerOptions: {
        target: 'ES2024',
        module: 'nodenext',
        moduleResolution: 'nodenext',
        strict: true,
        jsx: 'react-jsx',
        noEmit: true,
        lib: ['ES2024', 'DOM', 'DOM.Iterable'],
        types: ['node'],
        skipLibCheck: false,
      },
      files: ['embedder.ts', 'page.tsx', 'main.ts'],
    };
    writeFileSync(join(outdir, 'tsconfig.json'), JSON.stringify(settings));
    const compiler = join(packageRoot(), 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [compiler, '-p', outdir]).catch((error) => {
      throw new Error(error.stdout);
    });
    const data = mkdtempSync(join(outdir, 'data-'));
    const { stdout } = await run(process.execPath, [join(outdir, 'embedder.ts'), data]);
    expect(stdout).toBe('connected\n');
  });
});
