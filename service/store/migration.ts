/** One step of the schema. Forward only: a released step is never edited. */
export type Migration = { readonly number: number; readonly name: string; readonly up: string };
