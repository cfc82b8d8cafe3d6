import { csvFile, csvRows } from '../../../shared/csv/write.ts';
import { money, toDecimalString } from '../../../shared/money/money.ts';
import { ACT_KINDS, type PortalAct } from '../../../shared/portal/acts.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import type { Act, ActStore } from '../../store/acts.ts';
import { paged, pagesOf } from '../../store/pages.ts';
import type { PortalEndpoint } from '../endpoint.ts';
import { readPosition, writePosition } from '../search.ts';

/** `GET /portal/v1/acts`: what persons did, newest first (D-460). */
export const acts: PortalEndpoint<'acts'> = async ({ services, session, query }) => {
  const limit = LIMITS.portalPage;
  const { acts: store } = services.deps.store;
  const after = readPosition(query.after);
  const found = await store.list(session.merchantId, after, limit + 1);
  const { rows, next } = paged(found, limit, ({ at, id }) => writePosition({ created: at, id }));
  return answer({ items: rows.flatMap(viewOf), next });
};

/** `GET /portal/v1/acts.csv`: the whole list as a file. */
export const actsFile: PortalEndpoint<'actsFile'> = async ({ services, session }) => {
  const { merchantId } = session;
  const chunks = fileOf(services.deps.store.acts, merchantId);
  return services.downloads.open(merchantId, { name: 'acts.csv', chunks });
};

/** A kind that this version does not know was written by a later one. */
function viewOf({ id, at, person, kind, subject, details }: Act): PortalAct[] {
  const known = ACT_KINDS.find((one) => one === kind);
  if (known === undefined) return [];
  const { amount = null, currency = null, reason = null, active = null } = details;
  return [{ id, at, person, kind: known, subject, amount, currency, reason, active }];
}

const COLUMNS = ['at_utc', 'person', 'act', 'subject', 'amount', 'currency', 'reason', 'active'];

async function* fileOf(store: ActStore, merchantId: string): AsyncGenerator<string> {
  yield csvFile([COLUMNS]);
  const read = (last: Act | null) => {
    const after = last === null ? null : { created: last.at, id: last.id };
    return store.list(merchantId, after, LIMITS.portalReadAtOnce);
  };
  for await (const page of pagesOf(read)) yield csvRows(page.map(rowOf));
}

function rowOf({ at, person, kind, subject, details }: Act): readonly string[] {
  const { amount, currency, reason = '', active } = details;
  const decimal =
    amount === undefined || currency === undefined ? '' : toDecimalString(money(amount), currency);
  const state = active === undefined ? '' : active ? 'yes' : 'no';
  return [formatDateTime(at), person, kind, subject, decimal, currency ?? '', reason, state];
}
