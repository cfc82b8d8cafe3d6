import type { Route } from '../common/route.ts';

/** The parts of the catalogue's page. */
export const SECTIONS = ['items', 'categories', 'groups', 'settings', 'files', 'history'] as const;
export type Section = (typeof SECTIONS)[number];

/** A part of the page, and the entry on its slip; an empty id is a new entry. */
export type Place = { readonly section: Section; readonly entry: string | null };

/** Reads `<section>` or `<section>~<entry>` of the page's address; anything else is the list of items. */
export function placeOf(id: string | null): Place {
  const [name, ...rest] = (id ?? '').split('~');
  const section = SECTIONS.find((one) => one === name) ?? 'items';
  return { section, entry: rest.length === 0 ? null : rest.join('~') };
}

/** The address of a part of the page. */
export function routeTo({ section, entry }: Place): Route {
  if (entry !== null) return { page: 'catalogue', id: `${section}~${entry}` };
  return { page: 'catalogue', id: section === 'items' ? null : section };
}
