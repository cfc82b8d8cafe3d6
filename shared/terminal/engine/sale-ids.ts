import type { Ids } from '../../ids/ids.ts';

/** Gives the next running number and the id that begins with it. */
export type SaleIds = () => { readonly number: number; readonly id: string };

/** A number is given once, whatever becomes of it; ids differ from any that were lost. */
export function createSaleIds(ids: Ids, last: number): SaleIds {
  let number = last;
  return () => {
    number += 1;
    return { number, id: `${number}-${ids.short()}${ids.short()}` };
  };
}
