import { mayMake } from '../../../shared/portal/catalogue.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { PortalEndpoint, SignedCall } from '../endpoint.ts';
import { posNames } from '../payment-view.ts';

/** `GET /portal/v1/catalogue`. */
export const catalogue: PortalEndpoint<'catalogue'> = async ({ services, session, query }) => {
  const { catalogues } = services.deps;
  const { version, document, made } = await catalogues.read(session.merchantId);
  if (query.unless_version === version) return answer(null);
  const by = { changed: made?.at ?? null, changed_by: made?.by ?? null };
  return answer({ version, ...by, catalogue: document });
};

/** Who changes, and what the person may change (D-375). */
const personOf = ({ name, rights }: SignedCall['session']) => ({
  by: name,
  mayMake: (differences: Parameters<typeof mayMake>[1]) => mayMake(rights, differences),
});

/** `POST /portal/v1/catalogue` (D-266). */
export const catalogueChange: PortalEndpoint<'catalogueChange'> = ({ services, session, body }) => {
  const { version, dry_run: dryRun, changes } = body;
  const order = { ...personOf(session), version, dryRun, changes };
  return services.deps.catalogues.change(session.merchantId, order);
};

/** `POST /portal/v1/catalogue/import`. */
export const catalogueImport: PortalEndpoint<'catalogueImport'> = ({ services, session, body }) => {
  const { version, dry_run: dryRun, csv, amounts } = body;
  const order = { ...personOf(session), version, dryRun, csv, amounts };
  return services.deps.catalogues.importCsv(session.merchantId, order);
};

const CSV = 'text/csv; charset=utf-8; header=present';

/** `GET /portal/v1/catalogue/products.csv`. */
export const catalogueFile: PortalEndpoint<'catalogueFile'> = async ({ services, session }) => {
  const file = await services.deps.catalogues.productsCsv(session.merchantId);
  const headers = {
    'content-disposition': 'attachment; filename="products.csv"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  const bytes = Buffer.from(file);
  return answer({ status: 200, raw: { type: CSV, bytes }, headers });
};

/** `GET /portal/v1/catalogue/versions`. */
export const catalogueVersions: PortalEndpoint<'catalogueVersions'> = async (call) => {
  const { catalogues } = call.services.deps;
  const before = call.query.before ?? null;
  const { notes, next } = await catalogues.history(call.session.merchantId, before);
  const items = notes.map(({ version, at, by, differences, changed: count }) => ({
    version,
    changed: at,
    changed_by: by,
    differences: [...differences],
    differences_in_all: count,
  }));
  return answer({ items, next: next === null ? null : String(next) });
};

/** `GET /portal/v1/catalogue/tills`. */
export const catalogueTills: PortalEndpoint<'catalogueTills'> = async ({ services, session }) => {
  const { deps } = services;
  const { merchantId } = session;
  const [ids, reports] = await Promise.all([
    deps.store.pos.list(merchantId, null, LIMITS.portalListMax),
    deps.catalogues.seen(merchantId),
  ]);
  const seen = new Map(reports.map((one) => [one.posId, one]));
  const nameOf = posNames(deps, merchantId);
  const items = await Promise.all(
    [...new Set([...ids, ...seen.keys()])].sort().map(async (posId) => {
      const { version = null, problem = null, at = null } = seen.get(posId) ?? {};
      return { pos_id: posId, name: await nameOf(posId), version, problem, reported: at };
    }),
  );
  return answer({ items });
};

/** `POST /portal/v1/catalogue/picture` (D-268). */
export const cataloguePictureCreate: PortalEndpoint<'cataloguePictureCreate'> = (call) => {
  const bytes = Buffer.from(call.body.image, 'base64');
  return call.services.deps.catalogues.addPicture(call.session.merchantId, bytes);
};

/** `GET /portal/v1/catalogue/picture/<name>`: a name means the same bytes for ever. */
export const cataloguePicture: PortalEndpoint<'cataloguePicture'> = async (call) => {
  const { catalogues } = call.services.deps;
  const picture = await catalogues.picture(call.session.merchantId, call.params.name);
  if (picture === null) return refuse('Not Found', 'There is no picture of this name.');
  const headers = {
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  };
  const { type, image: bytes } = picture;
  return answer({ status: 200, raw: { type, bytes }, headers });
};
