import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../host/adapters/machine.ts';
import { upToDate } from './bundle.ts';
import { encodeIcns, encodeIco, encodePng, type Sized } from './icons/formats.ts';
import { rasterise } from './icons/raster.ts';
import { readSvg } from './icons/read-svg.ts';

const SIDES = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;
const ICO_SIDE_MAX = 256;

/**
 * Draws the product's icon from its source into dist/icons: a PNG for each size, and the files for
 * Windows and macOS. It does nothing while they are newer than the source. electron-builder would
 * download a program from GitHub for this, so the package could not be built without the network.
 */
export function buildIcons(root = packageRoot()): void {
  const source = join(root, 'main/build/icons/till.svg');
  const folder = join(root, 'dist/icons');
  const stamp = join(folder, 'icon.icns');
  if (upToDate(stamp, [join(root, 'main/build/icons')])) return;
  const picture = readSvg(readFileSync(source, 'utf8'));
  const pictures = SIDES.map((side): Sized => ({ side, png: encodePng(rasterise(picture, side)) }));
  mkdirSync(join(folder, 'png'), { recursive: true });
  for (const { side, png } of pictures) {
    writeFileSync(join(folder, 'png', `${side}x${side}.png`), png);
  }
  writeFileSync(
    join(folder, 'icon.ico'),
    encodeIco(pictures.filter(({ side }) => side <= ICO_SIDE_MAX)),
  );
  writeFileSync(stamp, encodeIcns(pictures));
}
