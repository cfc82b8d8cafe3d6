import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { build } from 'esbuild';
import { z } from 'zod';
import { spawnChild } from '../../../shared/node/children.ts';
import { systemFetch } from '../../host/adapters/machine.ts';
import type { EmbeddedServiceConfig } from '../../host/service/options.ts';
import { windowMode } from '../../host/settings/window-mode.ts';
import { type Contents, missingScreens, problemsOf, productionOf } from './contents.ts';
import { type Packed, packApp } from './pack.ts';
import { pictureProblem } from './picture.ts';

const SHIM = new URL('./parent-port.ts', import.meta.url).href;
const message = z.object({
  ready: z.object({
    base_url: z.string(),
    wallet_url: z.string(),
    merchant: z.object({ id: z.string() }),
    users: z.array(
      z.object({ id: z.string(), secret: z.string(), private_key_pem: z.string().optional() }),
    ),
  }),
});
type Ready = z.infer<typeof message>['ready'];

/**
 * Starts the packed service from `folder` with Node.js, as its supervisor would, and creates a
 * payment and a picture. Returns the problem as a sentence, or null.
 */
async function sellWith(folder: string, data: string): Promise<string | null> {
  const program = join(folder, 'dist/electron/service-child.js');
  const child = spawnChild(process.execPath, ['--import', SHIM, program], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
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
        caFile: null,
      };
      child.send({ type: 'start', options });
    });
    return (await sale(ready)) ?? (await pictureProblem(ready));
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

export type PackReport = {
  readonly electron: Packed['electron'];
  readonly files: number;
  /** Bytes of the archive. */
  readonly size: number;
  /** The problems as sentences; empty when the application may be released. */
  readonly problems: readonly string[];
};

/**
 * Packs the application, opens its archive, and checks that all imports resolve inside, that it
 * contains nothing forbidden, and that the packed service answers a payment and decodes a picture.
 */
export async function checkPack(root: string): Promise<PackReport> {
  const output = mkdtempSync(join(tmpdir(), 'tillkit-pack-'));
  try {
    const { archive, electron } = await packApp(root, output, 'cashier');
    const folder = join(output, 'opened');
    const production = productionOf(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const contents = openArchive(archive, folder, production);
    const sold = await sellWith(folder, join(output, 'data'));
    const problems = [
      ...problemsOf(contents),
      ...missingScreens(contents.files),
      ...(await kioskProblems(root, join(output, 'kiosk'))),
      ...(await unresolved(folder)),
      ...(sold === null ? [] : [sold]),
    ];
    return { electron, files: contents.files.length, size: contents.size, problems };
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** Packs the kiosk and returns problems with its start. */
export async function kioskProblems(root: string, output: string): Promise<readonly string[]> {
  mkdirSync(output, { recursive: true });
  const { archive } = await packApp(root, output, 'kiosk');
  const folder = join(output, 'opened');
  extractAll(archive, folder);
  const mode = windowMode({ root: folder, window: 'as_set' }, {});
  return mode === 'kiosk' ? [] : ['the kiosk would open an ordinary window'];
}

/** Extracts an archive into `folder`, as Electron would see it. */
export function openArchive(
  archive: string,
  folder: string,
  production: ReadonlySet<string>,
): Contents {
  rmSync(folder, { recursive: true, force: true });
  extractAll(archive, folder);
  const files = listPackage(archive, { isPack: false })
    .map((path) => path.replace(/^[\\/]/, '').replaceAll('\\', '/'))
    .filter((path) => statSync(join(folder, path)).isFile());
  return {
    files,
    size: statSync(archive).size,
    production,
    textOf: (file) => readFileSync(join(folder, file), 'utf8'),
  };
}

/** The entry points of the packed program. */
export const PROGRAMS = [
  'main.js',
  'service-child.js',
  'preload.cjs',
  'display-preload.cjs',
] as const;

/** Imports of the packed programs that do not resolve inside `folder`. */
export async function unresolved(folder: string): Promise<readonly string[]> {
  const done = await build({
    entryPoints: PROGRAMS.map((name) => join(folder, 'dist/electron', name)),
    absWorkingDir: folder,
    bundle: true,
    write: false,
    outdir: join(folder, 'nowhere'),
    platform: 'node',
    format: 'esm',
    external: ['electron'],
    logLevel: 'silent',
  }).catch((failed: { readonly errors: readonly { readonly text: string }[] }) => failed);
  return done.errors.map(({ text }) => text);
}
