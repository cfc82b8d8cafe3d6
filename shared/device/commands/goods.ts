import { z } from 'zod';
import { line } from '../../protocol/basic.ts';
import { type TillCatalogueChange, tillCatalogueChange } from '../../protocol/catalogue.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { catalogue } from './catalogue-answer.ts';
import type { RoomRows } from './row.ts';
import { NOTHING } from './values.ts';

/** One change that a supervisor makes at a till. */
export type GoodsChange = TillCatalogueChange;

/** The catalogue of a till. */
export const GOODS = {
  read_goods: {
    summary: 'Reads what this point of sale sells',
    who: { screen: 'cashier', also: ['register', 'kiosk'] },
    refusals: ['no_items'],
    input: z.object({}),
    answer: z.object({ catalogue }),
  },
  // In the catalogue of the shop if its service has one, else in the till's own file. `version` is the catalogue that the
  // person saw, as `GoodsView` names it. Everything else of an item is the portal's (D-532).
  change_goods: {
    summary:
      'Changes the price of an item or whether it is sold out, or adds an item, for a supervisor',
    who: { screen: 'supervisor', also: [] },
    input: z.object({ version: line(LIMITS.referenceMax), change: tillCatalogueChange }),
    answer: NOTHING,
  },
} as const satisfies RoomRows;
