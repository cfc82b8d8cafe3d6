import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../host/adapters/machine.ts';
import { newKey, signRelease } from './sign-release.ts';

/*
 * `npm run release:key -- FILE` creates a key that signs releases. `npm run release:sign -- FOLDER
 * FILE` signs the packages in a folder, after the packager and before the upload.
 */
const HELP = 'release.ts key FILE | release.ts sign FOLDER KEY_FILE';

const [act, first, second] = process.argv.slice(2);
try {
  if (act === 'key' && first !== undefined) {
    console.log(
      `The key is in ${first}. Its public half, for main/electron/updates/update-keys.ts:`,
    );
    console.log(newKey(first));
  } else if (act === 'sign' && first !== undefined && second !== undefined) {
    const about = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
    const { version, files } = signRelease(first, String(about.version), second);
    console.log(`Version ${version} is signed: ${files.map(({ name }) => name).join(', ')}`);
  } else {
    console.error(HELP);
    process.exitCode = 2;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
