import type { ReorderWords } from '../en/reorder.ts';

/** Words for entries that a person drags, or moves by the keyboard, in Norwegian. */
export const reorderNb: ReorderWords = {
  reorder: (name) => `Flytt ${name}. Bruk piltastene, eller dra.`,
  moved: (name, place, of) => `${name} er nummer ${place} av ${of}.`,
};
