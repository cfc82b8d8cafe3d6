import { z } from 'zod';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { line } from '../../protocol/basic.ts';
import {
  cataloguePictureInput,
  type TillCatalogueChange,
  tillCatalogueChange,
} from '../../protocol/catalogue.ts';
import type { CatalogueDocument } from '../../protocol/catalogue-document.ts';
import { LIMITS } from '../../protocol/limits.ts';

/** What every snapshot tells a screen about goods: the name of the catalogue's version. */
export type GoodsView = {
  /** Changes with the catalogue, which is then read anew; null: there is none to read. */
  readonly catalogue: string | null;
  /** Why there is none, for the person who looks after the till. */
  readonly problem: string | null;
  /** Whether this till may change the items. Without a key for the shop's service it may not change those of the shop. */
  readonly changes: 'possible' | 'no_key';
};

/** How `GoodsView` names a version of the shop's catalogue, other than one of the till's own file. */
export const shopVersion = (version: number): string => `shop-${version}`;
/** The number in such a name; null for a version of the till's own file. */
export function numberOfShopVersion(name: string): number | null {
  const digits = /^shop-(\d{1,15})$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * What a screen asks of the host about goods: `read`, what this point of sale sells; `read_document`, the whole catalogue
 * as it is written, which a supervisor edits.
 */
export const goodsAct = z.object({ kind: z.enum(['read', 'read_document']) });
export type GoodsAct = z.output<typeof goodsAct>;

/** One change that a supervisor makes at a till. */
export type GoodsChange = TillCatalogueChange;

/**
 * Changes items for a supervisor, all of them or none: in the catalogue of the shop if its service has one, else
 * in the till's own file. `version` is the catalogue that the person saw, as `GoodsView` names it.
 */
export const changeGoods = z.object({
  type: z.literal('change_goods'),
  version: line(LIMITS.referenceMax),
  changes: z.array(tillCatalogueChange).min(1).max(LIMITS.catalogueChangesMax),
});
export type ChangeGoods = z.output<typeof changeGoods>;

/**
 * A picture of a file that a supervisor has chosen, for an item. It is written anew before any screen shows it, in the
 * service of the shop if it has the catalogue, else by the host. The reply's id is the name for `picture` of an item.
 */
export const addPicture = cataloguePictureInput.extend({ type: z.literal('add_picture') });

/** The reply to a goods command, besides an id. */
export type GoodsAnswer =
  | { readonly kind: 'catalogue'; readonly catalogue: Catalogue }
  | {
      readonly kind: 'document';
      /** Its name, for `version` of a change. */
      readonly version: string;
      readonly document: CatalogueDocument;
    };
