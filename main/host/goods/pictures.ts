import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Asset, Assets } from '../../../shared/node/http/static-assets.ts';
import { replaceFile } from '../../../shared/node/replace-file.ts';
import { pictureName } from '../../../shared/protocol/catalogue-document.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/** Folder of the data directory with the pictures of the goods. */
export const PICTURES_FOLDER = 'pictures';

/** Writes a picture into the folder of a till's data directory; false if the disk does not take it. */
export function keepPicture(directory: string, name: string, image: Uint8Array): boolean {
  try {
    const folder = join(directory, PICTURES_FOLDER);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    replaceFile(join(folder, name), image, { flush: false });
    return true;
  } catch {
    return false;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};

/**
 * Adds the pictures of this till's goods to a screen's files, below `pictures/`. Only plain names of pictures
 * are read, so no requested name can reach another file. Files that are no pictures, links or too
 * large are left out; a key without a picture shows its name.
 */
export function withPictures(assets: Assets, directory: string): Assets {
  const folder = join(directory, PICTURES_FOLDER);
  const all = new AssetsWithPictures(assets, folder);
  if (!existsSync(folder)) return all;
  for (const name of readdirSync(folder).sort().slice(0, LIMITS.picturesMax)) {
    all.load(name);
  }
  return all;
}

/** Reads a picture into memory when it is first asked for: a catalogue of the shop may bring new ones. */
class AssetsWithPictures extends Map<string, Asset> {
  readonly #folder: string;
  #bytes = 0;

  constructor(assets: Assets, folder: string) {
    super(assets);
    this.#folder = folder;
  }

  override get(address: string): Asset | undefined {
    const known = super.get(address);
    if (known !== undefined || !address.startsWith(`${PICTURES_FOLDER}/`)) return known;
    return this.load(address.slice(PICTURES_FOLDER.length + 1));
  }

  /** Undefined for a name that is no picture's, and for a picture that cannot be shown. */
  load(name: string): Asset | undefined {
    const picture = pictureName.safeParse(name).success ? read(join(this.#folder, name)) : null;
    if (picture === null || this.#bytes + picture.body.length > LIMITS.picturesBytesMax) return;
    this.#bytes += picture.body.length;
    this.set(`${PICTURES_FOLDER}/${name}`, picture);
    return picture;
  }
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
