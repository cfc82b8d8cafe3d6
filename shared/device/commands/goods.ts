import { z } from 'zod';
import { line } from '../../protocol/basic.ts';
import {
  cataloguePictureInput,
  type TillCatalogueChange,
  tillCatalogueChange,
} from '../../protocol/catalogue.ts';
import type { CatalogueDocument } from '../../protocol/catalogue-document.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { catalogue } from './catalogue-answer.ts';
import type { RoomRows } from './row.ts';
import { hostValue, MADE, NOTHING } from './values.ts';

/** One change that a supervisor makes at a till. */
export type GoodsChange = TillCatalogueChange;

/** The whole catalogue as it is written, with its name for `version` of a change. */
export type GoodsDocument = { readonly version: string; readonly document: CatalogueDocument };

/** The catalogue of a till. */
export const GOODS = {
  read_goods: {
    summary: 'Reads what this point of sale sells',
    who: { screen: 'cashier', also: ['register', 'kiosk'] },
    input: z.object({}),
    answer: z.object({ catalogue }),
  },
  read_catalogue: {
    summary: 'Reads the whole catalogue as it is written, which a supervisor edits',
    who: { screen: 'cashier', also: [] },
    input: z.object({}),
    answer: hostValue<GoodsDocument>(),
  },
  // All changes or none: in the catalogue of the shop if its service has one, else in the till's own file. `version` is
  // the catalogue that the person saw, as `GoodsView` names it.
  change_goods: {
    summary: 'Changes items for a supervisor, all of them or none',
    who: { screen: 'supervisor', also: [] },
    input: z.object({
      version: line(LIMITS.referenceMax),
      changes: z.array(tillCatalogueChange).min(1).max(LIMITS.catalogueChangesMax),
    }),
    answer: NOTHING,
  },
  // It is written anew before any screen shows it, in the service of the shop if it has the catalogue, else by the host.
  add_picture: {
    summary: 'Keeps a picture for an item; the id is the name for `picture` of the item',
    who: { screen: 'supervisor', also: [] },
    input: cataloguePictureInput,
    answer: MADE,
  },
} as const satisfies RoomRows;
