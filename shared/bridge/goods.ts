import { z } from 'zod';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** What every snapshot tells a screen about goods: the name of the catalogue's version. */
export type GoodsView = {
  /** Changes with the catalogue, which is then read anew; null: there is none to read. */
  readonly catalogue: string | null;
  /** Why there is none, for the person who looks after the till. */
  readonly problem: string | null;
};

/** What a screen asks of the host about goods: the catalogue. */
export const goodsAct = z.object({ kind: z.literal('read') });
export type GoodsAct = z.output<typeof goodsAct>;

/** The reply to a goods command, besides an id. */
export type GoodsAnswer = { readonly kind: 'catalogue'; readonly catalogue: Catalogue };
