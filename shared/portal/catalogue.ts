import { z } from 'zod';
import { difference } from '../protocol/catalogue.ts';
import { catalogueDocument } from '../protocol/catalogue-document.ts';

/*
 * The catalogue on the pages of the portal. Changes, imports and pictures have the form of the API
 * (`shared/protocol/catalogue.ts`). Instants are milliseconds since 1970 UTC.
 */

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
