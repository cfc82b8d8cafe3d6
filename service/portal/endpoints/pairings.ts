import type { PortalPairing } from '../../../shared/portal/pairing.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { showPairingCode } from '../../../shared/protocol/pairing-code.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import type { StoredPairing } from '../../store/pairing-store.ts';
import type { PortalEndpoint } from '../endpoint.ts';

/** `GET /portal/v1/pairings`: tills and codes, newest first. */
export const pairings: PortalEndpoint<'pairings'> = async (call) => {
  const { services, session } = call;
  const stored = await services.pairings.list(session.merchantId);
  const now = services.deps.clock.now();
  return answer({ items: stored.map((pairing) => pairingView(pairing, now)) });
};

/** `POST /portal/v1/pairings`: a code for one till. The code is returned only once. */
export const pairingCreate: PortalEndpoint<'pairingCreate'> = async (call) => {
  const { services, session } = call;
  const { pos_id: posId, name, rights } = call.body;
  const pairingRequest = { posId, name, rights, by: session.name };
  const made = await services.pairings.issue(session.merchantId, pairingRequest);
  if (!made.ok) return made;
  const { pairing, code } = made.value;
  const view = pairingView(pairing, services.deps.clock.now());
  return answer({ pairing: view, code: showPairingCode(code) });
};

/** `DELETE /portal/v1/pairings/<id>`: removes the till's user at once, or invalidates the code. */
export const pairingRevoke: PortalEndpoint<'pairingRevoke'> = async (call) => {
  const { services, session } = call;
  const id = call.params.id;
  const revoked = await services.pairings.revoke(session.merchantId, id);
  if (!revoked.ok) return revoked;
  return answer(pairingView(revoked.value, services.deps.clock.now()));
};

function pairingView(pairing: StoredPairing, now: Instant): PortalPairing {
  const { id, posId, name, rights, created, createdBy, expires, paired, revoked } = pairing;
  return {
    id,
    state: stateOf(pairing, now),
    pos_id: posId,
    name,
    rights,
    created,
    created_by: createdBy,
    expires,
    paired: paired?.at ?? null,
    user_id: paired?.userId ?? null,
    signs: paired === null ? null : paired.keyHash !== null,
    device: paired?.device ?? null,
    address: paired?.address ?? null,
    revoked,
  };
}

function stateOf(pairing: StoredPairing, now: Instant): PortalPairing['state'] {
  const { revoked, paired, userThere, expires } = pairing;
  if (revoked !== null) return 'revoked';
  if (paired !== null) return userThere ? 'paired' : 'revoked';
  return expires > now ? 'waiting' : 'expired';
}
