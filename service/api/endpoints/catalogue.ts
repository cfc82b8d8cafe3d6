import { type CatalogueChange, tillCatalogueChange } from '../../../shared/protocol/catalogue.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import type { Catalogue } from '../../catalogue/catalogues.ts';
import type { Handler } from '../endpoint.ts';
import { NO_POS } from './points-of-sale.ts';

/** `GET /catalogue/`: the tag is the version, so that a till reads a catalogue once. */
export const catalogueRead: Handler<'catalogueRead'> = async (call) => {
  const { deps, caller, header, query } = call;
  const catalogue = await deps.catalogues.read(caller.merchantId);
  const etag = `"${catalogue.version}"`;
  const headers = { etag, 'cache-control': 'private, no-cache' };
  if (query.unless_version === catalogue.version) {
    return answer({ status: 204, body: undefined });
  }
  if (header('if-none-match') === etag) return answer({ status: 304, body: undefined, headers });
  return answer({ status: 200, body: outputOf(catalogue), headers });
};

function outputOf({ version, document, made }: Catalogue) {
  return {
    version,
    date_changed: made === null ? null : formatDateTime(made.at),
    changed_by: made?.by ?? null,
    catalogue: document,
  };
}

const NOT_AT_A_TILL = refuse(
  'Unauthorized',
  'A till that was paired by a code may change prices and what is sold out, and add items; sign as another user.',
);

const isOfTill = (change: CatalogueChange) => tillCatalogueChange.safeParse(change).success;

/** `POST /catalogue/` (D-266). A paired till makes the changes of its own screens only (D-438). */
export const catalogueChange: Handler<'catalogueChange'> = async ({ deps, caller, body }) => {
  const { version, dry_run: dryRun, changes, person } = body;
  if (caller.till !== undefined && !changes.every(isOfTill)) return NOT_AT_A_TILL;
  const by = person === undefined ? caller.userId : `${person} (${caller.userId})`;
  const order = { by, version, dryRun, changes };
  const changed = await deps.catalogues.change(caller.merchantId, order);
  return changed.ok ? answer({ status: 200, body: changed.value }) : changed;
};

/** `POST /catalogue/import/`. */
export const catalogueImport: Handler<'catalogueImport'> = async ({ deps, caller, body }) => {
  const { version, dry_run: dryRun, csv, amounts } = body;
  const order = { by: caller.userId, version, dryRun, csv, amounts };
  const changed = await deps.catalogues.importCsv(caller.merchantId, order);
  return changed.ok ? answer({ status: 200, body: changed.value }) : changed;
};

/** `GET /catalogue/products/`. */
export const catalogueExport: Handler<'catalogueExport'> = async ({ deps, caller }) => {
  const bytes = Buffer.from(await deps.catalogues.productsCsv(caller.merchantId));
  return answer({ status: 200, body: undefined, bytes });
};

/** `GET /catalogue/version/`. */
export const catalogueHistory: Handler<'catalogueHistory'> = async ({ deps, caller, query }) => {
  const { notes, next } = await deps.catalogues.history(caller.merchantId, query.before ?? null);
  const sentences = await deps.catalogues.sentences(caller.merchantId, notes);
  const versions = notes.map(({ version, at, by, changed }, place) => ({
    version,
    date_changed: formatDateTime(at),
    changed_by: by,
    differences: [...(sentences[place] ?? [])],
    differences_in_all: changed,
  }));
  return answer({ status: 200, body: { versions, next } });
};

/** `GET /catalogue/version/<version>/`. */
export const catalogueVersionRead: Handler<'catalogueVersionRead'> = async (call) => {
  const { deps, caller, params } = call;
  const version = /^[1-9]\d{0,14}$/.test(params.version) ? Number(params.version) : 0;
  const catalogue = await deps.catalogues.readVersion(caller.merchantId, version);
  if (catalogue === null) {
    return refuse('Not Found', 'There is no such version, or its content is not kept any more.');
  }
  return answer({ status: 200, body: outputOf(catalogue) });
};

/** `POST /catalogue/picture/` (D-268). */
export const cataloguePictureCreate: Handler<'cataloguePictureCreate'> = async (call) => {
  const { deps, caller, body } = call;
  const bytes = Buffer.from(body.image, 'base64');
  const made = await deps.catalogues.addPicture(caller.merchantId, bytes);
  return made.ok ? answer({ status: 200, body: made.value }) : made;
};

/** `GET /catalogue/picture/<name>/`: a name means the same bytes for ever. */
export const cataloguePictureRead: Handler<'cataloguePictureRead'> = async (call) => {
  const { deps, caller, params } = call;
  const picture = await deps.catalogues.picture(caller.merchantId, params.name);
  if (picture === null) return refuse('Not Found', 'There is no picture of this name.');
  const headers = { 'cache-control': 'private, max-age=31536000, immutable' };
  return answer({ status: 200, body: undefined, bytes: picture.image, headers });
};

/** `GET /catalogue/till/`. */
export const catalogueTillList: Handler<'catalogueTillList'> = async ({ deps, caller }) => {
  const seen = await deps.catalogues.seen(caller.merchantId);
  const tills = seen.map(({ posId, version, problem, at }) => ({
    pos_id: posId,
    version,
    problem,
    date_reported: formatDateTime(at),
  }));
  return answer({ status: 200, body: { tills } });
};

/** `PUT /pos/<pos_id>/catalogue/` (D-267). */
export const catalogueReport: Handler<'catalogueReport'> = async (call) => {
  const { deps, caller, params, body } = call;
  const { merchantId } = caller;
  if ((await deps.store.pos.read(merchantId, params.pos_id)) === null) {
    return refuse('Not Found', NO_POS);
  }
  await deps.catalogues.note(merchantId, { posId: params.pos_id, ...body });
  return answer({ status: 204, body: undefined });
};
