import { z } from 'zod';
import { AFFIX_MAX } from './learn.ts';

/** Longest time between two keys that a scanner may have, in milliseconds. */
const GAP_MAX = 1_000;

const affix = z.array(z.string().min(1).max(20)).max(AFFIX_MAX).readonly();

/** A profile that a screen sends or a file holds. */
export const scannerProfile = z.object({
  prefix: affix,
  suffix: affix,
  gap: z.int().min(0).max(GAP_MAX),
});
