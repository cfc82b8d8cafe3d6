import { present } from '../../../shared/objects/present.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { createShortlink, NO_SHORTLINK } from '../../shortlinks/create-shortlink.ts';
import type { ShortlinkChange } from '../../store/shortlink-store.ts';
import type { Handler } from '../endpoint.ts';
import { uriPage } from '../uri-page.ts';

/** `GET /shortlink/<id>/` (D-151). */
export const shortlinkRead: Handler<'shortlinkRead'> = async ({ deps, caller, params }) => {
  const link = await deps.store.shortlinks.read(caller.merchantId, params.shortlink_id);
  if (link === null) return refuse('Not Found', NO_SHORTLINK);
  return answer({
    status: 200,
    body: {
      id: link.id,
      callback_uri: link.callbackUri,
      serial_number: link.serialNumber,
      shortlink_value: `${deps.addresses().wallet}/s/${link.id}/`,
      is_active: link.isActive,
      label: link.label,
    },
  });
};

/**
 * `POST /shortlink/`: 201 for a new one; 200 with the existing id if the merchant already has a
 * shortlink with this serial number. The existing shortlink does not change (D-149).
 */
export const shortlinkCreate: Handler<'shortlinkCreate'> = async ({ deps, caller, body }) => {
  const made = await createShortlink(deps, caller.merchantId, {
    callbackUri: body.callback_uri || null,
    serialNumber: body.serial_number,
    label: body.label || null,
  });
  if (!made.ok) return made;
  const { id, created } = made.value;
  const location = deps.addresses().base + pathOf('shortlinkRead', { shortlink_id: id });
  return answer({ status: created ? 201 : 200, body: { id }, location });
};

/** `GET /shortlink/`: addresses in byte order of the ids, in pages (D-150). */
export const shortlinkList: Handler<'shortlinkList'> = async ({ deps, caller, query }) => {
  const { basePath } = deps.addresses();
  const { merchantId } = caller;
  const { shortlinks } = deps.store;
  const source = {
    path: basePath + pathOf('shortlinkList'),
    after: (id: string | null, limit: number) => shortlinks.list(merchantId, id, limit),
    before: (id: string | null, limit: number) => shortlinks.listBack(merchantId, id, limit),
    uriOf: (id: string) => basePath + pathOf('shortlinkRead', { shortlink_id: id }),
    keyOf: (text: string) => text,
  };
  const page = await uriPage(source, query.cursor);
  return page.ok ? answer({ status: 200, body: page.value }) : page;
};

/**
 * `PUT /shortlink/<id>/`: an absent member does not change; an empty text removes the member
 * (D-152).
 */
export const shortlinkUpdate: Handler<'shortlinkUpdate'> = async ({
  deps,
  caller,
  params,
  body,
}) => {
  const change: ShortlinkChange = {
    ...(body.callback_uri === null ? {} : { callbackUri: body.callback_uri || null }),
    ...(body.label === null ? {} : { label: body.label || null }),
    ...present({ isActive: body.is_active }),
  };
  const { shortlinks } = deps.store;
  const updated = await shortlinks.update(caller.merchantId, params.shortlink_id, change);
  return updated ? answer({ status: 204, body: undefined }) : refuse('Not Found', NO_SHORTLINK);
};

/** `DELETE /shortlink/<id>/`: later scans show that the shortlink is not in use (D-153). */
export const shortlinkDelete: Handler<'shortlinkDelete'> = async ({ deps, caller, params }) => {
  const removed = await deps.store.shortlinks.remove(caller.merchantId, params.shortlink_id);
  return removed ? answer({ status: 204, body: undefined }) : refuse('Not Found', NO_SHORTLINK);
};

/**
 * `GET /shortlink/<id>/last_scan/?ttl=60`: the newest scan of the last `ttl` seconds that no
 * request has used, or 204 (D-157, an extension). Used scans are left out, so that a polling till
 * does not charge the same customer twice.
 */
export const shortlinkLastScan: Handler<'shortlinkLastScan'> = async ({
  deps,
  caller,
  params,
  query,
}) => {
  const { shortlinks } = deps.store;
  const link = await shortlinks.read(caller.merchantId, params.shortlink_id);
  if (link === null) return refuse('Not Found', NO_SHORTLINK);
  const now = deps.clock.now();
  const since = now - query.ttl * SECOND;
  const scan = await shortlinks.newestFree(caller.merchantId, link.id, since, now);
  if (scan === null) return answer({ status: 204, body: undefined });
  return answer({ status: 200, body: { id: scan.token, argstring: scan.argstring } });
};

/**
 * `GET /shortlink/<id>/scan/<message id>/`: the object of a scan whose callback was sent over http
 * without it. Kept for 24 hours (D-138).
 */
export const shortlinkScan: Handler<'shortlinkScan'> = async ({ deps, caller, params }) => {
  const { shortlink_id: shortlinkId, message_id: messageId } = params;
  const now = deps.clock.now();
  const { shortlinks } = deps.store;
  const scan = await shortlinks.scanByMessage(caller.merchantId, shortlinkId, messageId, now);
  if (scan === null) return refuse('Not Found', 'There is no scan of this id, or not any more.');
  return answer({ status: 200, body: { id: scan.token, argstring: scan.argstring } });
};
