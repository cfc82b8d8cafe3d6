import type { z } from 'zod';
import {
  type PortalCode,
  portalAfterQuery,
  portalCodeChange,
  portalCodeInput,
  type portalCodes,
} from '../../../shared/portal/contract.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { createShortlink, NO_SHORTLINK } from '../../shortlinks/create-shortlink.ts';
import type { Shortlink } from '../../store/shortlink-store.ts';
import { NOTHING } from '../../web/express-endpoint.ts';
import type { PortalDeps } from '../deps.ts';
import { bodyOf, paramOf, queryOf, type SignedCall } from '../endpoint.ts';

const NONE = refuse('Not Found', NO_SHORTLINK);

/** `GET /portal/v1/codes`: shortlinks in the order of their ids. */
export async function codes(call: SignedCall): Promise<Answer<z.infer<typeof portalCodes>>> {
  const { deps } = call.services;
  const { merchantId } = call.session;
  const query = queryOf(portalAfterQuery, call.request);
  if (!query.ok) return query;
  const { shortlinks } = deps.store;
  const ids = await shortlinks.list(merchantId, query.value.after, LIMITS.portalPage + 1);
  const shownIds = ids.slice(0, LIMITS.portalPage);
  const stored = await Promise.all(shownIds.map((id) => shortlinks.read(merchantId, id)));
  const items = stored.flatMap((link) => (link === null ? [] : [codeView(deps, link)]));
  return answer({ items, next: ids.length > shownIds.length ? (shownIds.at(-1) ?? null) : null });
}

/**
 * `POST /portal/v1/codes`: creates a shortlink like the API (D-149). With the serial number of a
 * printed code it attaches that code to the merchant.
 */
export async function codeCreate(call: SignedCall): Promise<Answer<PortalCode>> {
  const input = bodyOf(portalCodeInput, call.request);
  if (!input.ok) return input;
  const made = await createShortlink(call.services.deps, call.session.merchantId, {
    callbackUri: null,
    serialNumber: input.value.serial_number || null,
    label: input.value.label || null,
  });
  return made.ok ? read(call, made.value.id) : made;
}

/** `POST /portal/v1/codes/<id>`: disables a shortlink, or enables it again. */
export async function codeChange(call: SignedCall): Promise<Answer<PortalCode>> {
  const { shortlinks } = call.services.deps.store;
  const input = bodyOf(portalCodeChange, call.request);
  if (!input.ok) return input;
  const id = paramOf(call.request, 'id');
  const change = { isActive: input.value.active };
  const updated = await shortlinks.update(call.session.merchantId, id, change);
  return updated ? read(call, id) : NONE;
}

/** `DELETE /portal/v1/codes/<id>`. */
export async function codeRemove(call: SignedCall): Promise<Answer<typeof NOTHING>> {
  const { shortlinks } = call.services.deps.store;
  const removed = await shortlinks.remove(call.session.merchantId, paramOf(call.request, 'id'));
  return removed ? answer(NOTHING) : NONE;
}

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
