import { z } from 'zod';
import { line, optional } from './basic.ts';
import { LIMITS } from './limits.ts';

export const POS_TYPES = ['store', 'webshop', 'mobile', 'vending', 'poster'] as const;

const degree = (limit: number) => optional(z.number().min(-limit).max(limit));

/** Where a point of sale is, in degrees; accuracy in metres (D-65). */
export const location = z.object({
  latitude: degree(90),
  longitude: degree(180),
  accuracy: optional(z.number().min(0).max(100_000_000)),
});

export const posUpdate = z.object({
  name: line(LIMITS.posTextMax),
  type: z.enum(POS_TYPES, { error: `must be one of ${POS_TYPES.join(', ')}` }),
  location: optional(location),
});
export type PosUpdate = z.output<typeof posUpdate>;

export const posInput = posUpdate.extend({ id: line(LIMITS.posTextMax) });
export type PosInput = z.output<typeof posInput>;

export const posOutput = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  location: z
    .object({
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
      accuracy: z.number().nullable(),
    })
    .nullable(),
});
export type PosOutput = z.infer<typeof posOutput>;
