import { UP } from './0001-initial/up.ts';

/** One step of the schema. Forward only: a step that has been released is never edited. */
export type Migration = { readonly number: number; readonly name: string; readonly up: string };

export const MIGRATIONS: readonly Migration[] = [{ number: 1, name: 'initial', up: UP }];
