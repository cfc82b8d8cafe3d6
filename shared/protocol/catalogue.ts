import { z } from 'zod';
import { dateTime, line, prose, reference } from './basic.ts';
import {
  catalogueDocument,
  catalogueSettings,
  categoryEntry,
  optionGroupEntry,
  priceEntry,
  productEntry,
} from './catalogue-document.ts';
import { LIMITS } from './limits.ts';
import { shopRules } from './shop-rules.ts';

/** The lists of a catalogue whose order a shop chooses. */
export const CATALOGUE_LISTS = ['categories', 'option_groups', 'products'] as const;
export type CatalogueList = (typeof CATALOGUE_LISTS)[number];

const setPrice = z.strictObject({
  kind: z.literal('set_price'),
  id: reference,
  price: priceEntry,
});
const setSoldOut = z.strictObject({
  kind: z.literal('set_sold_out'),
  id: reference,
  sold_out: z.boolean(),
});
const moveEntry = z.strictObject({
  kind: z.literal('move'),
  list: z.enum(CATALOGUE_LISTS),
  id: reference,
  before: reference.nullable(),
});
export type MoveEntry = z.output<typeof moveEntry>;

/** One change that a supervisor makes at a till. A new item has what its window asks; the portal has the rest. */
export const tillCatalogueChange = z.discriminatedUnion('kind', [
  setPrice,
  setSoldOut,
  z.strictObject({
    kind: z.literal('put_product'),
    product: productEntry.pick({
      id: true,
      category: true,
      name: true,
      price: true,
      vat_rate: true,
    }),
  }),
]);
export type TillCatalogueChange = z.output<typeof tillCatalogueChange>;

/**
 * One change of a catalogue. An entry that is put replaces the one of its id, or is added at the end. `move`
 * places an entry before another one, or at the end for null. `set_rules` replaces all rules of the shop.
 * `replace` is an import of a whole catalogue.
 */
export const catalogueChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('put_product'), product: productEntry }),
  z.strictObject({ kind: z.literal('remove_product'), id: reference }),
  setPrice,
  setSoldOut,
  z.strictObject({ kind: z.literal('put_category'), category: categoryEntry }),
  z.strictObject({ kind: z.literal('remove_category'), id: reference }),
  z.strictObject({ kind: z.literal('put_option_group'), option_group: optionGroupEntry }),
  z.strictObject({ kind: z.literal('remove_option_group'), id: reference }),
  moveEntry,
  z.strictObject({ kind: z.literal('set_settings'), settings: catalogueSettings }),
  z.strictObject({ kind: z.literal('set_rules'), rules: shopRules }),
  z.strictObject({ kind: z.literal('replace'), catalogue: catalogueDocument }),
]);
export type CatalogueChange = z.output<typeof catalogueChange>;

/** Changes that are made together, on the version that the person saw. */
export const catalogueChanges = z
  .array(catalogueChange)
  .min(1)
  .max(LIMITS.catalogueChangesMax, `must be at most ${LIMITS.catalogueChangesMax}`);

/** The parts of a catalogue that can differ. */
export const DIFFERENCE_PARTS = [
  'category',
  'option_group',
  'product',
  'settings',
  'rules',
] as const;

/** One difference between two catalogues. Its values are texts, as the document writes them. */
export const difference = z.object({
  kind: z.enum(['added', 'removed', 'changed', 'order_changed']),
  part: z.enum(DIFFERENCE_PARTS),
  /** Id of the entry; null for settings, rules and the order of a whole list. */
  id: z.string().nullable(),
  /** Its English name, or the name that it had. */
  name: z.string().nullable(),
  /** The member that differs, such as `price` or `tips.percents`; `price` of a product that is added. */
  field: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type Difference = z.infer<typeof difference>;

const version = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** A version of the catalogue without its content. */
const versionNote = z.object({
  version,
  /** When it was made, UTC, and by whom; null for version 0, which is empty. */
  date_changed: dateTime.nullable(),
  changed_by: z.string().nullable(),
});

/** The catalogue of a shop, or an older version of it. */
export const catalogueOutput = versionNote.extend({ catalogue: catalogueDocument });

/** With the version that the caller has: the reply is empty (204) if it is the newest one. */
export const catalogueQuery = z.object({
  unless_version: z.coerce.number().int().min(0).optional(),
});

/** What was changed in one version. */
export const catalogueHistory = z.object({
  versions: z.array(
    versionNote.extend({
      /** The first differences from the version before, as sentences. */
      differences: z.array(z.string()),
      differences_in_all: z.int(),
    }),
  ),
  /** The `before` of the next page; null at the end. */
  next: version.nullable(),
});
export const catalogueHistoryQuery = z.object({
  before: z.coerce.number().int().min(1).optional(),
});

/** Changes of the version that a person saw. With `dry_run` nothing is written. */
export const catalogueChangeInput = z.object({
  version,
  dry_run: z.boolean().default(false),
  changes: catalogueChanges,
  /** The person at the caller, such as a supervisor of a till; the history names both. */
  person: line(LIMITS.cataloguePersonMax).optional(),
});
/** Products as CSV, which are added or replaced. */
export const catalogueImportInput = z.object({
  version,
  dry_run: z.boolean().default(false),
  csv: z.string().max(LIMITS.catalogueCsvMax),
  /** What a whole number of the file means: `39` is 39.00 (`major`), or 0.39 (`minor`). */
  amounts: z.enum(['major', 'minor']).default('major'),
});
export type CsvAmounts = z.output<typeof catalogueImportInput>['amounts'];
export const catalogueChanged = z.object({
  /** The present version, which is the new one unless it was a dry run or nothing differs. */
  version,
  differences: z.array(difference.extend({ sentence: z.string() })),
});
export type CatalogueChanged = z.infer<typeof catalogueChanged>;

/** What the reader of a CSV file must know before it is imported. */
const importNotes = z.object({
  /** An amount of the file with both of its meanings in minor units; null in a meaning that it cannot have. */
  example: z
    .object({
      row: z.int(),
      cell: z.string(),
      major: z.int().nullable(),
      minor: z.int().nullable(),
    })
    .nullable(),
  /** Columns and rows of another program's file that have no place in a catalogue. */
  not_taken: z.object({ columns: z.array(z.string()), rows: z.array(z.int()) }),
});
export type ImportNotes = z.infer<typeof importNotes>;
export const catalogueImported = catalogueChanged.extend(importNotes.shape);
export type CatalogueImported = z.infer<typeof catalogueImported>;

const BASE64_MAX = Math.ceil(LIMITS.cataloguePictureBytesMax / 3) * 4;

/** What each till said last, by its id. */
export const catalogueTills = z.object({
  tills: z.array(
    z.object({
      pos_id: z.string(),
      version,
      problem: z.string().nullable(),
      /** UTC. */
      date_reported: dateTime,
    }),
  ),
});

/** A picture as base64; the service writes it again in a format and size of its own. */
export const cataloguePictureInput = z.object({
  image: z.base64('must be base64').max(BASE64_MAX),
});
/** The name for `picture` of a product. */
export const cataloguePictureMade = z.object({
  name: z.string(),
  /** The pictures of the shop, and the most that it may store (D-441). */
  stored: z.object({ count: z.int(), count_max: z.int(), bytes: z.int(), bytes_max: z.int() }),
});
export type CataloguePictureMade = z.infer<typeof cataloguePictureMade>;

/** What a till sells by. */
export const catalogueReport = z.object({
  /** 0: a file of its own, or none. */
  version,
  /** Why it refused a newer version. */
  problem: prose(LIMITS.catalogueProblemMax).nullable(),
});
export type CatalogueReport = z.infer<typeof catalogueReport>;
