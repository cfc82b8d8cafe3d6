import type { Migration } from '../../migrations/index.ts';
import { UP } from './0001-initial/up.ts';

/** The steps of the schema on PostgreSQL; numbered by themselves, and never edited once released. */
export const POSTGRES_MIGRATIONS: readonly Migration[] = [{ number: 1, name: 'initial', up: UP }];
