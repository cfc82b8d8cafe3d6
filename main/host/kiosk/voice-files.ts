import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { VOICE_DATA } from '../../../shared/device/kiosk/voice.ts';
import type { Asset, Assets } from '../../../shared/node/http/static-assets.ts';
import { packageRoot } from '../adapters/machine.ts';

/*
 * The voice of a kiosk whose system has none: eSpeak NG as WebAssembly. It is a separate program
 * under the GPL, and this product is under the Apache licence. Its files are therefore never part of a
 * bundle: they stay unchanged, lie in a folder of their own, and a worker of the kiosk's screen sends
 * it text and gets samples.
 */

/** Folder of the voice's files below the kiosk's page. */
export const VOICE_PATH = 'voice';
/** The package that has the program and its data. */
export const VOICE_PACKAGE = '@echogarden/espeak-ng-emscripten';

const PROGRAM = 'espeak-ng.js';
const DATA = 'espeak-ng.data';
const INDEX = 'espeak-ng.json';
const LICENCE = 'COPYING.txt';
const SOURCE = 'SOURCE.txt';

const TYPES: Readonly<Record<string, string>> = {
  [PROGRAM]: 'text/javascript; charset=utf-8',
  [DATA]: 'application/octet-stream',
  [INDEX]: 'application/json; charset=utf-8',
  [LICENCE]: 'text/plain; charset=utf-8',
  [SOURCE]: 'text/plain; charset=utf-8',
};

/** Whether a file of the program's data belongs to a voice of the kiosk: 1.4 of 24 MB do. */
const isForKiosk = (file: string) => VOICE_DATA.some((name) => file.endsWith(`/${name}`));

/** Where a part of the data stands in the complete data of the program. */
type Slice = { readonly start: number; readonly end: number };
/** What the screen's worker needs to lay out the data as the program expects it. */
export type VoiceIndex = { readonly size: number; readonly slices: readonly Slice[] };

/** The files of the voice by name; null where the package is not installed or not readable. */
export function voiceFiles(root: string): ReadonlyMap<string, Buffer> | null {
  const folder = packageFolder(root);
  if (folder === null) return null;
  const program = readFileSync(join(folder, PROGRAM));
  const index = indexOf(program.toString('utf8'));
  if (index === null) return null;
  return new Map([
    [PROGRAM, program],
    [DATA, slicesOf(join(folder, DATA), index)],
    [INDEX, Buffer.from(JSON.stringify(index))],
    [LICENCE, readFileSync(join(folder, 'COPYING'))],
    [SOURCE, Buffer.from(sourceOf(folder))],
  ]);
}

function packageFolder(root: string): string | null {
  try {
    return dirname(createRequire(join(root, 'package.json')).resolve(VOICE_PACKAGE));
  } catch {
    return null;
  }
}

/** Reads the program's own list of its data files; null if it has none in the known form. */
function indexOf(program: string): VoiceIndex | null {
  const [, list, size] =
    /loadPackage\(\{files:\[(.*?)\],remote_package_size:(\d+)/.exec(program) ?? [];
  if (list === undefined || size === undefined) return null;
  const files = [...list.matchAll(/\{filename:"([^"]+)",start:(\d+),end:(\d+)/g)];
  const slices = files
    .filter(([, name = '']) => isForKiosk(name))
    .map(([, , start, end]) => ({ start: Number(start), end: Number(end) }));
  return slices.length === 0 ? null : { size: Number(size), slices };
}

function slicesOf(path: string, { slices }: VoiceIndex): Buffer {
  const file = openSync(path, 'r');
  try {
    const parts = slices.map(({ start, end }) => {
      const part = Buffer.alloc(end - start);
      readSync(file, part, 0, part.length, start);
      return part;
    });
    return Buffer.concat(parts);
  } finally {
    closeSync(file);
  }
}

function sourceOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return [
    'eSpeak NG is a separate program under the GNU General Public License, version 3 or later. The',
    'licence is in COPYING.txt. Its files here are unchanged, except that the data contains only the',
    'languages of the kiosk.',
    `They are from the npm package ${name} ${version}, which states how it is built.`,
    'Source code: https://github.com/echogarden-project/espeak-ng (branch "fork").',
    '',
  ].join('\n');
}

/** Folder of the built voice, which the kiosk's installer contains. */
const builtVoice = (root: string) => join(root, 'dist/voice');

/** Writes the voice for the kiosk's installer; without the package there is none. */
export function buildVoice(root: string = packageRoot()): void {
  const folder = builtVoice(root);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, body] of voiceFiles(root) ?? []) writeFileSync(join(folder, name), body);
}

/**
 * The voice for the kiosk's page: from the installer, else from the installed package, else none. The
 * kiosk then speaks only the languages that the system has voices for.
 */
export function readVoice(root: string = packageRoot()): Assets {
  const folder = builtVoice(root);
  const built = existsSync(join(folder, PROGRAM));
  const files = built
    ? new Map(Object.keys(TYPES).map((name) => [name, readFileSync(join(folder, name))]))
    : (voiceFiles(root) ?? new Map<string, Buffer>());
  return new Map(
    [...files].map(([name, body]): [string, Asset] => [
      `${VOICE_PATH}/${name}`,
      { body, type: TYPES[name] ?? 'application/octet-stream', cache: 'no-cache' },
    ]),
  );
}
