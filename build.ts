import { buildCreatePackage } from './main/build/create-package.ts';
import { buildElectron } from './main/build/electron.ts';
import { buildLibrary } from './main/build/library.ts';
import { buildPackage } from './main/build/npm-package.ts';
import { buildScreens } from './main/build/screens.ts';
import { buildServiceDeb } from './main/build/service-deb.ts';
import { packageRoot } from './main/host/adapters/machine.ts';
import { buildVoice } from './main/host/kiosk/voice-files.ts';
import { findElectron } from './main/start/electron.ts';

/**
 * `node build.ts [screens|electron|library|voice|package|create|service-deb]...`: builds what is
 * named. Without a name it builds everything except `package` and `create`, the folders that are
 * published as `tillkit` and `create-tillkit`, and `service-deb`, the service's Debian package.
 * `screens` is what a start needs: the pages, left alone while nothing they are made of has changed, and
 * main where there is an Electron to run it.
 */
const PARTS = {
  screens: buildForStart,
  electron: buildElectron,
  library: buildLibrary,
  voice: () => buildVoice(),
  package: buildPackage,
  create: () => buildCreatePackage(),
  'service-deb': async () => console.log(await buildServiceDeb()),
} as const;
type Part = keyof typeof PARTS;

async function buildForStart(): Promise<void> {
  await buildScreens();
  if (findElectron(packageRoot(), process.env) !== null) await buildElectron();
}

function isPart(word: string): word is Part {
  return Object.hasOwn(PARTS, word);
}

const words = process.argv.slice(2);
const unknown = words.filter((word) => !isPart(word));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. Parts are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
const wanted = words.filter(isPart);
for (const part of wanted.length > 0
  ? wanted
  : (['screens', 'electron', 'library', 'voice'] as const)) {
  await PARTS[part]();
}
