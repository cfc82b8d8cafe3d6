import { type Answer, answer, refuse } from '../../protocol/errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { readJpeg } from './jpeg-file.ts';
import type { PictureFile } from './picture-file.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';
import { readPng } from './png-file.ts';

export const NOT_A_PICTURE = refuse(
  'Bad Request',
  'This is no PNG or JPEG picture that can be read; save it again with another program.',
);

const TOO_WIDE = refuse(
  'Bad Request',
  `A picture may be at most ${LIMITS.cataloguePictureSideMax} pixels wide and high; make it smaller.`,
);

/**
 * Reads the headers of a PNG or JPEG file, before anything is decoded, and refuses what would cost more than a
 * picture: of another kind or size, with parts that a picture has once more than once, or with more work than its
 * pixels need (D-440). The time for it is linear in the bytes of the file.
 */
export function readPictureFile(bytes: Uint8Array): Answer<PictureFile> {
  const { cataloguePictureBytesMax: most, cataloguePictureSideMax: side } = LIMITS;
  if (bytes.length > most) {
    return refuse('Bad Request', `A picture may have at most ${most / 1_024} kB; make it smaller.`);
  }
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const read = readPng(file) ?? readJpeg(file);
  if (read === null) return NOT_A_PICTURE;
  if (Math.max(read.width, read.height) > side) return TOO_WIDE;
  return read.cost > PICTURE_LIMITS.passesMax ? NOT_A_PICTURE : answer(read);
}
