import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../adapters/machine.ts';
import { tillReference } from './reference.ts';

/*
 * Generates the till API's page of docs/reference from its route table, as part of `npm run docs`.
 * A test compares the file with the generated text.
 */

/** The pages of the reference that are about the till, by file name. */
export function tillReferencePages(): Readonly<Record<string, string>> {
  return { 'till-api.md': tillReference() };
}

async function writePages(): Promise<void> {
  const folder = join(packageRoot(), 'docs/reference');
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(tillReferencePages())) {
    await writeFile(join(folder, name), text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writePages();
