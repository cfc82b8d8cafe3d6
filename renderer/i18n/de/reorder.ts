import type { ReorderWords } from '../en/reorder.ts';

/** Words for entries that a person drags, or moves by the keyboard, in German. */
export const reorderDe: ReorderWords = {
  reorder: (name) => `${name} verschieben: mit den Pfeiltasten oder durch Ziehen.`,
  moved: (name, place, of) => `${name} ist Nummer ${place} von ${of}.`,
};
