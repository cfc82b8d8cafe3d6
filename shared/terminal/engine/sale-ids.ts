import type { Ids } from '../../ids/ids.ts';

/** Numbers and ids of new sales. */
export type SaleIds = {
  /** The next running number and an id that begins with it. */
  readonly next: () => { readonly number: number; readonly id: string };
};

/**
 * Continues after `last`, the largest number that the journal has. A number is used once. The random
 * part makes an id differ from an id of a sale that the journal has lost.
 */
export function createSaleIds(ids: Ids, last: number): SaleIds {
  let number = last;
  return {
    next: () => {
      number += 1;
      return { number, id: `${number}-${ids.short()}${ids.short()}` };
    },
  };
}
