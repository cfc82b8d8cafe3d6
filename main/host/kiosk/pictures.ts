import { readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Asset, Assets } from '../../../shared/node/http/static-assets.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/** Folder of a kiosk's own pictures, in the till's data directory. */
export const PICTURES_FOLDER = 'kiosk-pictures';

/** Path of the pictures below the screen's page. */
const ADDRESS = 'goods';

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

/** The pictures, and the problems with others. */
export type Pictures = {
  /** By address below the page, without the screen's own drawings. */
  readonly assets: Assets;
  /** Address of a good's picture; null without one. */
  readonly addressOf: (name: string | null) => string | null;
  readonly problems: readonly string[];
};

/**
 * Reads the pictures of the goods from the till's folder, else from the screen's drawings. A
 * picture that cannot be shown is left out, and the good is sold without it.
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
