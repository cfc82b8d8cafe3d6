import { z } from 'zod';

/** The value of a command that has nothing to say. */
export const NOTHING = z.null();

/** The name of what a command has made or begun. */
export const MADE = z.object({ id: z.string() });
