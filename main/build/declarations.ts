import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SPECIFIER = /((?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)["'])(\.[^"'\n]+)(["'])/g;

/**
 * Completes a tree of declarations for a package: relative imports end in `.js`, as they do in the
 * bundles, and files that no entry reaches are removed. Throws when an entry reaches a file that
 * does not exist.
 */
export function finishDeclarations(folder: string, entries: readonly string[]): void {
  const reached = new Set<string>();
  const queue = [...entries];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    if (!existsSync(file)) throw new Error(`the declarations import ${file}, which is missing`);
    const text = readFileSync(file, 'utf8').replace(
      SPECIFIER,
      (_all, before: string, target: string, after: string) =>
        before + target.replace(/\.tsx?$/, '.js') + after,
    );
    writeFileSync(file, text);
    for (const [, , target = ''] of text.matchAll(SPECIFIER)) {
      queue.push(join(dirname(file), target.replace(/\.js$/, '.d.ts')));
    }
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (name.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
}
