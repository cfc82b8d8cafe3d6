import { present } from '../../../shared/objects/present.ts';
import type { PortalTillStatus } from '../../../shared/portal/fleet.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { MINUTE } from '../../../shared/time/clock.ts';
import type { FleetTill } from '../../fleet/fleet.ts';
import type { TillAlert } from '../../store/till-status-store.ts';
import type { PortalEndpoint } from '../endpoint.ts';

const NONE = refuse('Not Found', 'This till has said nothing, or it was removed from the list.');

/** `GET /portal/v1/till-status`: the tills, those that need somebody first. */
export const tillStatuses: PortalEndpoint<'tillStatuses'> = async (call) => {
  const { fleet, store } = call.services.deps;
  const { merchantId } = call.session;
  const { q, only, after } = call.query;
  const [page, version] = await Promise.all([
    fleet.page(merchantId, { search: q ?? '', onlyAttention: only === 'attention', after }),
    store.catalogues.newestVersion(merchantId),
  ]);
  const { items, next, all, attention } = page;
  return answer({ items: items.map(viewOf), next, all, attention, catalogue: version });
};

/** `GET /portal/v1/till-status/<pos_id>`. */
export const tillStatus: PortalEndpoint<'tillStatus'> = async ({ services, session, params }) => {
  const till = await services.deps.fleet.read(session.merchantId, params.pos_id);
  return till === null ? NONE : answer(viewOf(till));
};

/** `DELETE /portal/v1/till-status/<pos_id>`: a till that says something again is in the list again. */
export const tillForget: PortalEndpoint<'tillForget'> = async ({ services, session, params }) => {
  const gone = await services.deps.fleet.forget(session.merchantId, params.pos_id);
  return gone ? answer(null) : NONE;
};

/** `GET /portal/v1/till-alert`. */
export const tillAlert: PortalEndpoint<'tillAlert'> = async ({ services, session }) =>
  answer(alertView(await services.deps.fleet.alert(session.merchantId)));

/** `POST /portal/v1/till-alert`. */
export const tillAlertChange: PortalEndpoint<'tillAlertChange'> = async (call) => {
  const { silent_minutes: minutes, callback_uri: callbackUri } = call.body;
  const changed = { silentAfter: minutes * MINUTE, callbackUri };
  await call.services.deps.fleet.changeAlert(call.session.merchantId, changed);
  return answer(alertView(changed));
};

const alertView = ({ silentAfter, callbackUri }: TillAlert) => ({
  silent_minutes: Math.round(silentAfter / MINUTE),
  callback_uri: callbackUri,
});

function viewOf({ posId, name, received, attention, status, catalogue }: FleetTill) {
  const view: PortalTillStatus = {
    pos_id: posId,
    name,
    last_seen: received,
    attention: [...attention],
    screen: status.screen,
    version: status.version,
    catalogue,
    ...present({
      fiscal: status.fiscal,
      close_waiting: status.close_waiting,
      receipts_refused: status.receipts_refused,
    }),
    printer: status.printer,
    disk_free_bytes: status.disk_free_bytes,
    journal_bytes: status.journal_bytes,
    unsent: status.unsent,
    open_bills: status.open_bills,
    clock_ahead: status.clock_ahead,
  };
  return view;
}
