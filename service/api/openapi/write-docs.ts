import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { apiPage } from './reference/api.ts';
import { errorsPage } from './reference/errors.ts';
import { eventsPage } from './reference/events.ts';
import { limitsPage } from './reference/limits.ts';
import { pageApisPage } from './reference/page-apis.ts';
import { securityPage } from './reference/security.ts';

/*
 * Writes docs/reference from the route table and its registries: `npm run docs`. A test compares
 * the files with the generated text.
 */

const ROOT = new URL('../../../', import.meta.url);

/** The pages of the reference, by file name. */
export async function referencePages(): Promise<Readonly<Record<string, string>>> {
  const limits = await readFile(new URL('shared/protocol/limits.ts', ROOT), 'utf8');
  return {
    'api.md': apiPage(),
    'errors.md': errorsPage(),
    'events.md': eventsPage(),
    'limits.md': limitsPage(limits),
    'page-apis.md': pageApisPage(),
    'security.md': securityPage(),
  };
}

async function writePages(): Promise<void> {
  const folder = new URL('docs/reference/', ROOT);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(await referencePages())) {
    await writeFile(new URL(name, folder), text);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writePages();
