import type { PortalCode } from '../../../shared/portal/contract.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { createShortlink, NO_SHORTLINK } from '../../shortlinks/create-shortlink.ts';
import { paged } from '../../store/pages.ts';
import type { Shortlink } from '../../store/shortlink-store.ts';
import type { PortalDeps } from '../deps.ts';
import type { PortalEndpoint, SignedCall } from '../endpoint.ts';

const NONE = refuse('Not Found', NO_SHORTLINK);

/** `GET /portal/v1/codes`: shortlinks in the order of their ids. */
export const codes: PortalEndpoint<'codes'> = async (call) => {
  const { deps } = call.services;
  const { merchantId } = call.session;
  const { shortlinks } = deps.store;
  const ids = await shortlinks.list(merchantId, call.query.after, LIMITS.portalPage + 1);
  const { rows, next } = paged(ids, LIMITS.portalPage, (id) => id);
  const stored = await Promise.all(rows.map((id) => shortlinks.read(merchantId, id)));
  const items = stored.flatMap((link) => (link === null ? [] : [codeView(deps, link)]));
  return answer({ items, next });
};

/**
 * `POST /portal/v1/codes`: creates a shortlink like the API (D-149). With the serial number of a
 * printed code it attaches that code to the merchant.
 */
export const codeCreate: PortalEndpoint<'codeCreate'> = async (call) => {
  const made = await createShortlink(call.services.deps, call.session.merchantId, {
    callbackUri: null,
    serialNumber: call.body.serial_number || null,
    label: call.body.label || null,
  });
  return made.ok ? read(call, made.value.id) : made;
};

/** `POST /portal/v1/codes/<id>`: disables a shortlink, or enables it again. */
export const codeChange: PortalEndpoint<'codeChange'> = async (call) => {
  const { shortlinks } = call.services.deps.store;
  const id = call.params.id;
  const change = { isActive: call.body.active };
  const updated = await shortlinks.update(call.session.merchantId, id, change);
  return updated ? read(call, id) : NONE;
};

/** `DELETE /portal/v1/codes/<id>`. */
export const codeRemove: PortalEndpoint<'codeRemove'> = async (call) => {
  const { shortlinks } = call.services.deps.store;
  const removed = await shortlinks.remove(call.session.merchantId, call.params.id);
  return removed ? answer(null) : NONE;
};

async function read(call: SignedCall, id: string): Promise<Answer<PortalCode>> {
  const { deps } = call.services;
  const link = await deps.store.shortlinks.read(call.session.merchantId, id);
  return link === null ? NONE : answer(codeView(deps, link));
}

function codeView(deps: Pick<PortalDeps, 'addresses'>, link: Shortlink): PortalCode {
  return {
    id: link.id,
    label: link.label,
    serial_number: link.serialNumber,
    callback_uri: link.callbackUri,
    value: `${deps.addresses().wallet}/s/${link.id}/`,
    active: link.isActive,
  };
}
