/** Words for entries that a person drags, or moves by the keyboard, in English. */
export const reorderEn = {
  reorder: (name: string) => `Move ${name}. Use the arrow keys, or drag it.`,
  moved: (name: string, place: number, of: number) => `${name} is number ${place} of ${of}.`,
};

export type ReorderWords = typeof reorderEn;
