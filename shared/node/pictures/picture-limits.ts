import { SECOND } from '../../time/clock.ts';

/** Limits of the work for one picture, and of the pictures that wait for it (D-440). */
export const PICTURE_LIMITS = {
  /** How often the scans of a JPEG file go over each coefficient; as often as it may have refined bits. */
  passesMax: 14,
  /** Scans of a file; programs write about ten. */
  scansMax: 40,
  /** Chunks of a PNG file; programs write a chunk for each 8 kB or more. */
  chunksMax: 1_024,
  /** Time to write one picture again, ms; the most expensive file needs a quarter of a second of a processor. */
  timeMax: 10 * SECOND,
  /** Memory of a decoder, bytes. It begins with 16 MB; a picture of the largest size needs 12 MB more. */
  memoryMax: 64 * 1024 * 1024,
  /** Pictures that wait for their turn: of all shops, and of one. */
  waitingMax: 64,
  waitingOfShopMax: 4,
} as const;
