import { readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Asset, Assets } from '../../../shared/node/http/static-assets.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/** Folder of a kiosk's own pictures, in the till's data directory. */
export const PICTURES_FOLDER = 'kiosk-pictures';

/** Where the screen asks for them, below its page. */
const ADDRESS = 'goods';

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

/** Pictures that were found, and what became of the others, in sentences. */
export type Pictures = {
  /** By address below the page; the screen's own drawings are not among them. */
  readonly assets: Assets;
  /** Address of a good's picture; null where there is none. */
  readonly addressOf: (name: string | null) => string | null;
  readonly problems: readonly string[];
};

/**
 * Reads the pictures that the goods name, from the till's own folder; where it has none, the
 * drawings that come with the screen are looked at. A picture that cannot be shown is left out:
 * nobody should be sold nothing for it.
 */
export function readPictures(
  directory: string,
  names: readonly (string | null)[],
  screen: Assets,
): Pictures {
  const assets = new Map<string, Asset>();
  const problems: string[] = [];
  for (const name of new Set(names)) {
    if (name === null) continue;
    const address = `${ADDRESS}/${name}`;
    const picture = readOne(join(directory, PICTURES_FOLDER, name));
    if (typeof picture !== 'string') assets.set(address, picture);
    else if (!screen.has(address)) problems.push(`The picture ${name} ${picture}.`);
  }
  const isThere = (address: string) => assets.has(address) || screen.has(address);
  return {
    assets,
    problems,
    addressOf: (name) =>
      name !== null && isThere(`${ADDRESS}/${name}`) ? `./${ADDRESS}/${name}` : null,
  };
}

function readOne(path: string): Asset | string {
  try {
    const { size } = statSync(path);
    if (size > LIMITS.kioskPictureBytesMax) {
      return `has ${size} bytes of at most ${LIMITS.kioskPictureBytesMax}`;
    }
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    return { body: readFileSync(path), type, cache: 'no-cache' };
  } catch {
    return `is not in ${PICTURES_FOLDER}`;
  }
}
