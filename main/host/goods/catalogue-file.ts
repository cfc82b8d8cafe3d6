import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../../../shared/catalogue/catalogue.ts';
import { catalogueOf } from '../../../shared/catalogue/schema.ts';
import { replaceFile } from '../../../shared/node/replace-file.ts';
import {
  type CatalogueDocument,
  catalogueDocument,
} from '../../../shared/protocol/catalogue-document.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { validate } from '../../../shared/protocol/validation.ts';

/** Name of the catalogue file in the data directory. */
export const CATALOGUE_FILE = 'catalogue.json';

/** Invalid fields that the message names; the next start names further ones. */
const NAMED_MAX = 3;

export type CatalogueRead =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'read';
      readonly catalogue: Catalogue;
      readonly document: CatalogueDocument;
      readonly version: string;
    }
  /** A sentence for the operator; the till sells by amounts meanwhile. */
  | { readonly kind: 'wrong'; readonly problem: string };

/** Reads the catalogue. An invalid file is reported and does not prevent the start. */
export function readCatalogue(directory: string): CatalogueRead {
  const path = join(directory, CATALOGUE_FILE);
  if (!existsSync(path)) return { kind: 'none' };
  let text: string;
  let json: unknown;
  try {
    if (statSync(path).size > LIMITS.catalogueBytesMax) {
      return wrong(`is larger than ${LIMITS.catalogueBytesMax / 1024} kB`);
    }
    text = readFileSync(path, 'utf8');
  } catch {
    return wrong('cannot be read from the disk');
  }
  try {
    json = JSON.parse(text);
  } catch {
    return wrong('is not readable as JSON');
  }
  const checked = validate(catalogueDocument, json);
  if (!checked.ok) return wrong(`is not valid: ${invalidFields(checked.refusal.details ?? {})}`);
  return readOf(checked.value, text);
}

function readOf(document: CatalogueDocument, text: string): CatalogueRead {
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { kind: 'read', catalogue: catalogueOf(document), document, version };
}

/**
 * Writes the catalogue of a till whose shop has none in its service. Throws if the disk does not take it. Null, and
 * nothing is written, if it is larger than a till reads.
 */
export function writeCatalogue(
  directory: string,
  document: CatalogueDocument,
): CatalogueRead | null {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (Buffer.byteLength(text) > LIMITS.catalogueBytesMax) return null;
  replaceFile(join(directory, CATALOGUE_FILE), text, { flush: true });
  return readOf(document, text);
}

function wrong(words: string): CatalogueRead {
  return { kind: 'wrong', problem: `${CATALOGUE_FILE} ${words}.` };
}

/** The first invalid fields, in words. */
export function invalidFields(details: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(details).map(([field, words]) => `${field} ${String(words)}`);
  const more = fields.length - NAMED_MAX;
  return fields.slice(0, NAMED_MAX).join('; ') + (more > 0 ? `; and ${more} more` : '');
}
