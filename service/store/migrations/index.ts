import { UP } from './0001-initial/up.ts';
import { UP as CALLBACKS } from './0002-callbacks/up.ts';
import { UP as MERCHANTS } from './0003-merchants/up.ts';
import { UP as SHORTLINKS } from './0004-shortlinks/up.ts';
import { UP as PERMISSIONS } from './0005-permissions/up.ts';
import { UP as LEDGER } from './0006-ledger/up.ts';
import { UP as JOINED_PERMISSIONS } from './0007-joined-permissions/up.ts';
import { UP as DELIVERY_LOG } from './0008-delivery-log/up.ts';
import { UP as EXTRAS } from './0009-extras/up.ts';
import { UP as PAIRING } from './0010-pairing/up.ts';
import { UP as LEAN_BOOKS } from './0011-lean-books/up.ts';
import { UP as WHOLE_ORDERS } from './0012-whole-orders/up.ts';
import { UP as HELD_SCANS } from './0013-held-scans/up.ts';

/** One step of the schema. Forward only: a step that has been released is never edited. */
export type Migration = { readonly number: number; readonly name: string; readonly up: string };

export const MIGRATIONS: readonly Migration[] = [
  { number: 1, name: 'initial', up: UP },
  { number: 2, name: 'callbacks', up: CALLBACKS },
  { number: 3, name: 'merchants', up: MERCHANTS },
  { number: 4, name: 'shortlinks', up: SHORTLINKS },
  { number: 5, name: 'permissions', up: PERMISSIONS },
  { number: 6, name: 'ledger', up: LEDGER },
  { number: 7, name: 'joined-permissions', up: JOINED_PERMISSIONS },
  { number: 8, name: 'delivery-log', up: DELIVERY_LOG },
  { number: 9, name: 'extras', up: EXTRAS },
  { number: 10, name: 'pairing', up: PAIRING },
  { number: 11, name: 'lean-books', up: LEAN_BOOKS },
  { number: 12, name: 'whole-orders', up: WHOLE_ORDERS },
  { number: 13, name: 'held-scans', up: HELD_SCANS },
];
