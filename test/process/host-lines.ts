import { z } from 'zod';

/** What a host process is told at its start. */
export type HostSetup = {
  readonly directory: string;
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly userId: string;
  readonly secret: string;
  readonly posId: string;
  readonly finish: boolean;
};

/** What a host process says, a line each. */
export const hostLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('started'), id: z.string(), amount: z.number() }),
  z.object({
    kind: z.literal('sale'),
    id: z.string(),
    tid: z.string().nullable(),
    amount: z.number(),
    state: z.string(),
  }),
  z.object({ kind: z.literal('end'), sales: z.number() }),
]);
export type HostLine = z.infer<typeof hostLine>;
