import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pictureName } from '../../../shared/catalogue/schema.ts';
import type { Asset, Assets } from '../../../shared/node/http/static-assets.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/** Folder of the data directory with the pictures of the goods. */
export const PICTURES_FOLDER = 'pictures';

const TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};

/**
 * The files of a screen with the pictures of this till's goods below `pictures/`. They are read
 * into memory, so no name in a request leads anywhere else; what is no picture, a link, or too
 * large is left out, and a key without its picture has its name all the same.
 */
export function withPictures(assets: Assets, directory: string): Assets {
  const folder = join(directory, PICTURES_FOLDER);
  if (!existsSync(folder)) return assets;
  const all = new Map(assets);
  let bytes = 0;
  for (const name of readdirSync(folder).sort().slice(0, LIMITS.picturesMax)) {
    const picture = pictureName.safeParse(name).success ? read(join(folder, name)) : null;
    if (picture === null || bytes + picture.body.length > LIMITS.picturesBytesMax) continue;
    bytes += picture.body.length;
    all.set(`${PICTURES_FOLDER}/${name}`, picture);
  }
  return all;
}

function read(path: string): Asset | null {
  try {
    const stats = lstatSync(path);
    const type = TYPES[extname(path)];
    if (!stats.isFile() || stats.size > LIMITS.pictureBytesMax || type === undefined) return null;
    return { body: readFileSync(path), type, cache: 'no-cache' };
  } catch {
    // Gone or unreadable since it was listed; its key does without.
    return null;
  }
}
