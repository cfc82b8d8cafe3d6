import { UP as WHOLE_ORDERS } from '../../migrations/0012-whole-orders/up.ts';
import type { Migration } from '../../migrations/index.ts';
import { UP } from './0001-initial/up.ts';
import { UP as HELD_SCANS } from './0003-held-scans/up.ts';

/** The steps of the schema on PostgreSQL; numbered by themselves, and never edited once released. */
export const POSTGRES_MIGRATIONS: readonly Migration[] = [
  { number: 1, name: 'initial', up: UP },
  { number: 2, name: 'whole-orders', up: WHOLE_ORDERS },
  { number: 3, name: 'held-scans', up: HELD_SCANS },
];
