import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../host/adapters/machine.ts';
import { upToDate } from './bundle.ts';
import { exclusive } from './exclusive.ts';
import { screenConfig } from './screen-config.ts';

const SCREENS = [
  // Any path may serve a screen, so its addresses are relative. The service writes the path of the
  // wallet's and the portal's files into their pages, which are at several paths.
  { name: 'cashier', base: './' },
  { name: 'customer-display', base: './' },
  { name: 'kiosk', base: './' },
  { name: 'wallet', base: './' },
  { name: 'portal', base: './' },
] as const;

const SOURCES = ['renderer', 'shared', 'main/build', 'package.json', 'package-lock.json'] as const;

/**
 * Builds the screens into dist/screens with Vite; does nothing while they are newer than their
 * sources. If several processes ask at once, one builds and the others wait.
 */
export async function buildScreens(): Promise<void> {
  const root = packageRoot();
  const stamp = join(root, 'dist/screens/.built');
  const sources = SOURCES.map((source) => join(root, source));
  if (upToDate(stamp, sources)) return;
  await exclusive(join(root, 'dist/.building-screens'), async () => {
    if (!upToDate(stamp, sources)) await buildAll(root, stamp);
  });
}

async function buildAll(root: string, stamp: string): Promise<void> {
  mkdirSync(join(root, 'dist/screens'), { recursive: true });
  writeFileSync(`${stamp}-begun`, '');
  // Loaded here, so that a start without a build does not load the bundler.
  const [{ build }, { default: react }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
  ]);
  await inProduction(async () => {
    for (const { name, base } of SCREENS) {
      const outDir = join(root, 'dist/screens', name);
      const source = join(root, 'renderer', name);
      await build(screenConfig({ root: source, outDir, base, plugins: [react()] }));
    }
  });
  writeFileSync(stamp, `${SCREENS.map((screen) => screen.name).join('\n')}\n`);
  // Files that were edited during the build must be built again.
  const { atime, mtime } = statSync(`${stamp}-begun`);
  utimesSync(stamp, atime, mtime);
}

let builds = 0;
let environment: string | undefined;

/**
 * Runs a build with `NODE_ENV=production`, because a test runner sets another environment, which would
 * select development builds. After the last of several builds the environment is what it was before.
 */
export async function inProduction(build: () => Promise<unknown>): Promise<void> {
  if (builds === 0) environment = process.env.NODE_ENV;
  builds += 1;
  process.env.NODE_ENV = 'production';
  try {
    await build();
  } finally {
    builds -= 1;
    if (builds === 0) {
      if (environment === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = environment;
    }
  }
}
