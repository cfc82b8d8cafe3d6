import { z } from 'zod';

/** What a shop hands over and the service keeps. Pictures are counted in all, the others within a day (D-441, D-540). */
export const ROOM_KINDS = ['payments', 'receipts', 'attachments', 'periods', 'pictures'] as const;
export type RoomKind = (typeof ROOM_KINDS)[number];

/** `GET /room`: what the shop has used of its room, and what it may use: pieces and bytes. */
export const portalRoom = z.object({
  items: z.array(
    z.object({
      kind: z.enum(ROOM_KINDS),
      count: z.int(),
      count_max: z.int(),
      bytes: z.int(),
      bytes_max: z.int(),
    }),
  ),
});
export type PortalRoom = z.infer<typeof portalRoom>;
