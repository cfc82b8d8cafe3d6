import { z } from 'zod';
import { type Difference, difference } from '../protocol/catalogue.ts';
import { catalogueDocument } from '../protocol/catalogue-document.ts';
import type { PortalRight } from './sign-in.ts';

/*
 * The catalogue on the pages of the portal. Changes, imports and pictures have the form of the API
 * (`shared/protocol/catalogue.ts`). Instants are milliseconds since 1970 UTC.
 */

/** The right that a person needs to change a part of the catalogue, by whatever change or file (D-375). */
const RIGHT_FOR: Readonly<Record<Difference['part'], PortalRight>> = {
  category: 'catalogue_change',
  option_group: 'catalogue_change',
  product: 'catalogue_change',
  settings: 'catalogue_change',
  rules: 'catalogue_rules',
};

/** True if these rights permit changes that make such differences. */
export function mayMake(
  rights: readonly PortalRight[],
  differences: readonly Pick<Difference, 'part'>[],
): boolean {
  return differences.every(({ part }) => rights.includes(RIGHT_FOR[part]));
}

const version = z.int().min(0);
const instant = z.number();

/** `GET /catalogue`: the newest version. Version 0 is empty and nobody made it. */
export const portalCatalogue = z.object({
  version,
  changed: instant.nullable(),
  changed_by: z.string().nullable(),
  catalogue: catalogueDocument,
});
export type PortalCatalogue = z.infer<typeof portalCatalogue>;

/**
 * A difference of a version. The service once kept an English sentence in its place; such an entry is a
 * text.
 */
export const keptDifference = z.union([z.string(), difference]);
export type KeptDifference = z.infer<typeof keptDifference>;

/** `GET /catalogue/versions`: the versions, newest first, with their first differences. */
export const portalCatalogueVersions = z.object({
  items: z.array(
    z.object({
      version,
      changed: instant,
      changed_by: z.string(),
      differences: z.array(keptDifference),
      differences_in_all: z.int(),
    }),
  ),
  /** The `before` of the next page, as text; null at the end. */
  next: z.string().nullable(),
});
export type PortalCatalogueVersions = z.infer<typeof portalCatalogueVersions>;
export type PortalCatalogueVersion = PortalCatalogueVersions['items'][number];

/** `GET /catalogue/tills`: the points of sale, by their ids, and what each said last. */
export const portalCatalogueTills = z.object({
  items: z.array(
    z.object({
      pos_id: z.string(),
      /** Name of the point of sale, or its id where it is not registered (D-72). */
      name: z.string(),
      /** The version by which it sells; 0: a file of its own; null: it has not said anything. */
      version: version.nullable(),
      /** Why it refused a newer version, in English; null if it did not. */
      problem: z.string().nullable(),
      reported: instant.nullable(),
    }),
  ),
});
export type PortalCatalogueTills = z.infer<typeof portalCatalogueTills>;
