import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { VOICE_PACKAGE } from '../../main/host/kiosk/voice-files.ts';

/*
 * Every package that an installed or packaged product contains has a licence of this list. The text of
 * the package decides, not the lock file.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Licences that ask for no more than their text and the names. */
const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Apache-2.0',
  // Of the version of Python's argument parser that the updater reads its settings with.
  'Python-2.0',
  // Fonts: free to use and to bundle, not to sell by themselves.
  'OFL-1.1',
];

const names = z.record(z.string(), z.string()).default({});
const manifest = z.object({
  license: z.string().optional(),
  dependencies: names,
  optionalDependencies: names,
  devDependencies: names,
});

function manifestAt(folder: string) {
  return manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
}

/** Where a package that `from` imports lies, as the runtime looks for it; null where it is absent. */
function folderOf(name: string, from: string): string | null {
  for (let place = from; place.startsWith(ROOT.replace(/\/$/, '')); place = join(place, '..')) {
    const folder = join(place, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  return null;
}

/** Packages by their folder, with everything that they need in turn. */
function closure(first: readonly string[]): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  const queue: [name: string, from: string, optional: boolean][] = first.map((name) => [
    name,
    ROOT,
    false,
  ]);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [name, from, optional] = next;
    const folder = folderOf(name, from);
    if (folder === null && optional) continue;
    if (folder === null) throw new Error(`${name}, which ${from} needs, is not installed`);
    if (found.has(folder)) continue;
    const { license, dependencies, optionalDependencies } = manifestAt(folder);
    found.set(folder, license);
    for (const needed of Object.keys(dependencies)) {
      queue.push([needed, folder, needed in optionalDependencies]);
    }
    for (const needed of Object.keys(optionalDependencies)) queue.push([needed, folder, true]);
  }
  return found;
}

function importedBy(folder: string): readonly string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((name) => /\.(tsx?|css)$/.test(name))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8'));
  const imports = texts.flatMap((text) => [
    ...text.matchAll(/^(?:import|export|@import)(?! type)[^;]*?['"]([^'".][^'"]*)['"]/gms),
  ]);
  return imports
    .map(([, name = '']) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
}

const own = manifestAt(ROOT);
const installed = closure(Object.keys(own.dependencies));
/** What the screens and the app are built from: it is inside their bundles, and so inside a till. */
const bundledNames = [...new Set([...importedBy('renderer'), ...importedBy('main/electron')])];
const bundled = closure(bundledNames.filter((name) => name in own.devDependencies));

describe('licences', () => {
  it.each([
    ['the installed packages', installed, 50],
    ['the packages bundled into the screens and the app', bundled, 10],
  ] as const)('of %s are on the list of allowed licences', (_, packages, atLeast) => {
    expect(packages.size).toBeGreaterThan(atLeast);
    const strangers = [...packages]
      .filter(([, license]) => license === undefined || !ALLOWED.includes(license))
      .map(([folder, license]) => `${folder.slice(ROOT.length)}: ${license ?? 'none said'}`);
    expect(strangers).toEqual([]);
  });

  it('the voice package of the kiosk, under the GPL, is optional and in no bundle', () => {
    const { peerDependencies, peerDependenciesMeta } = z
      .object({
        peerDependencies: names,
        peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.literal(true) })),
      })
      .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
    expect(manifestAt(join(ROOT, 'node_modules', VOICE_PACKAGE)).license).toMatch(/^GPL-3/);
    expect(Object.keys(peerDependencies)).toContain(VOICE_PACKAGE);
    expect(Object.keys(peerDependenciesMeta)).toContain(VOICE_PACKAGE);
    expect(bundledNames).not.toContain(VOICE_PACKAGE);
    expect([...installed.keys()].filter((folder) => folder.includes(VOICE_PACKAGE))).toEqual([]);
  });

  it('the product’s licence is Apache-2.0, and the LICENSE file contains its text', () => {
    expect(own.license).toBe('Apache-2.0');
    expect(readFileSync(join(ROOT, 'LICENSE'), 'utf8')).toContain('Apache License');
  });

  it('no package of an installation has an install script, except one that only finds its binary', () => {
    const lock = z
      .object({
        packages: z.record(
          z.string(),
          z.object({ dev: z.boolean().optional(), hasInstallScript: z.boolean().optional() }),
        ),
      })
      .parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));
    const scripts = Object.entries(lock.packages)
      .filter(([, { dev, hasInstallScript }]) => hasInstallScript === true && dev !== true)
      .map(([name]) => name);
    // Its package has the binaries of all systems, and without its script it finds them at the first use.
    expect(scripts).toEqual(['node_modules/@serialport/bindings-cpp']);
  });
});
