import { createHash } from 'node:crypto';
import { PNG_SIGNATURE } from '../../shared/node/png.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Logo } from '../store/store.ts';

/** Offset of width and height in the header: after the signature, a length and the word IHDR. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

/** Checks that bytes are a PNG image within the limits, and computes its tag (D-68). */
export function readLogo(bytes: Uint8Array): Answer<Logo> {
  const { logoBytesMax, logoSideMax } = LIMITS;
  if (bytes.length > logoBytesMax) {
    return refuse('Bad Request', `A logo may have at most ${logoBytesMax} bytes.`);
  }
  const buffer = Buffer.from(bytes);
  const isPng =
    buffer.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE) &&
    buffer.length > HEIGHT_AT + 4 &&
    buffer.toString('latin1', 12, 16) === 'IHDR';
  if (!isPng) return refuse('Bad Request', 'A logo must be a PNG image.');
  const side = Math.max(buffer.readUInt32BE(WIDTH_AT), buffer.readUInt32BE(HEIGHT_AT));
  if (side > logoSideMax) {
    return refuse('Bad Request', `A logo may be at most ${logoSideMax} pixels wide and high.`);
  }
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return answer({ image: bytes, etag });
}
