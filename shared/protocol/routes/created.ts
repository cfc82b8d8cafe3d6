import { z } from 'zod';

/** The reply of a creation whose client chose the id. */
export const created = z.object({ id: z.string() });
