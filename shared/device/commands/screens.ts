import { z } from 'zod';
import { reference } from '../../protocol/basic.ts';
import type { RoomRows } from './row.ts';
import { NOTHING } from './values.ts';

/** The browsers that may open the till. */
export const SCREENS = {
  // A repeat removes nothing more.
  remove_screen: {
    summary: 'Ends the access of a browser: its pages close at once',
    who: { screen: 'supervisor', also: [] },
    input: z.object({ screen: reference }),
    answer: NOTHING,
  },
} as const satisfies RoomRows;
