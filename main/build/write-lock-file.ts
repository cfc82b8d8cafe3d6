import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../host/adapters/machine.ts';

/*
 * `npm run lock`, after every change of the dependencies, removes `engines` from package-lock.json.
 * npm compares it with the Node.js that starts npm, but the packages run on the Node.js that they
 * bring; `test/docs/lock-file.test.ts` compares with that one.
 */

const file = join(packageRoot(), 'package-lock.json');
const lock: { packages: Record<string, { engines?: unknown }> } = JSON.parse(
  readFileSync(file, 'utf8'),
);
for (const [folder, one] of Object.entries(lock.packages)) if (folder !== '') delete one.engines;
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
