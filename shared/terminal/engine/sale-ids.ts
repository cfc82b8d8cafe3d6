import type { Ids } from '../../ids/ids.ts';

/** Gives the next running number and the id that begins with it. */
export type Mint = () => { readonly number: number; readonly id: string };

/** A number is given once, whatever becomes of it; ids differ from any that were lost. */
export function createMint(ids: Ids, last: number): Mint {
  let number = last;
  return () => {
    number += 1;
    return { number, id: `${number}-${ids.short()}${ids.short()}` };
  };
}
