import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

/*
 * The compiler knows what each layer may use: `tsconfig.json` in its folder names the platform and the layers below. The
 * imports between these folders are the compiler's too: an import of a folder that is not referenced does not compile.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const PLANTS = join(ROOT, 'out/plants');
afterAll(() => rmSync(PLANTS, { recursive: true, force: true }));

/** What the compiler says with the options of a layer. */
function compile(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const all = [TSC, '--singleThreaded', ...args];
    execFile(process.execPath, all, { maxBuffer: 2 ** 26 }, (_error, output) => resolve(output));
  });
}

/** Compiles one line of code as if it were in the layer, and gives the names that it may not use. */
async function unknownIn(layer: string, names: readonly string[]): Promise<readonly string[]> {
  const folder = join(PLANTS, layer.replaceAll('/', '-'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'plant.ts'), `export const all = [${names.join(', ')}];\n`);
  const config = {
    extends: join(ROOT, layer, 'tsconfig.json'),
    compilerOptions: { composite: false, emitDeclarationOnly: false, noEmit: true },
    files: ['plant.ts'],
    include: [],
    references: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const said = await compile(['-p', folder]);
  return [...said.matchAll(/Cannot find name '(\w+)'/g)].map(([, name = '']) => name);
}

describe('the platform of a layer', () => {
  it.each([
    { layer: 'shared', unknown: ['document', 'process'] },
    { layer: 'service', unknown: ['document'] },
    { layer: 'main', unknown: ['document'] },
    { layer: 'renderer', unknown: ['process'] },
  ])('of $layer has no $unknown', async ({ layer, unknown }) => {
    expect(await unknownIn(layer, ['document', 'process'])).toEqual(unknown);
  });

  it.each(['shared', 'renderer'])(
    'of %s has no types of Node.js, whatever it imports',
    async (layer) => {
      const files = await compile(['-p', join(ROOT, layer), '--listFilesOnly']);
      expect(files).toContain(`${layer}/`);
      expect(files.split('\n').filter((file) => file.includes('@types/node'))).toEqual([]);
    },
  );
});
