import type { Migration } from '../../store-errors.ts';
import { UP } from './0001-initial/up.ts';

/** The steps of the schema on PostgreSQL. */
export const POSTGRES_MIGRATIONS: readonly Migration[] = [{ number: 1, name: 'initial', up: UP }];
