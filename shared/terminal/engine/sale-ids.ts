import { saleOfRequest } from '../../ids/host-ids.ts';
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

/** The number on a receipt: the till and the till's running number of the sale, `1042-0187`. */
export function receiptNumber(posId: string, number: number): string {
  return `${posId}-${String(number).padStart(4, '0')}`;
}

/** Ids of a till's sales begin with their running number; see `createSaleIds`. */
const OWN_ID = /^(\d{1,9})-[0-9a-z]{16}$/;

/** The receipt number of a payment by its `pos_tid`; null if another system made the payment. */
export function receiptNumberOf(posId: string, posTid: string): string | null {
  const number = OWN_ID.exec(saleOfRequest(posTid))?.[1];
  return number === undefined ? null : receiptNumber(posId, Number(number));
}
