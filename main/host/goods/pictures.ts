import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Asset, Assets } from '../../../shared/node/http/static-assets.ts';
import { pictureName } from '../../../shared/protocol/catalogue-document.ts';
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
 * Adds the pictures of this till's goods to a screen's files, below `pictures/`. They are read into
 * memory, so no requested name can reach another file. Files that are no pictures, links or too
 * large are left out; a key without a picture shows its name.
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
    // The file disappeared or became unreadable; its key shows no picture.
    return null;
  }
}
