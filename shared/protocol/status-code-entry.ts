import { z } from 'zod';

/** One entry of the catalogue of status codes; the code is a string on the wire (D-74). */
export const statusCodeEntry = z.object({ code: z.string(), name: z.string() });
export type StatusCodeEntry = z.infer<typeof statusCodeEntry>;
