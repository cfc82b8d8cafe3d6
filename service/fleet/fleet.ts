import { type Opening, openingAt } from '../../shared/catalogue/opening.ts';
import { type Attention, attentionOf, RANKS, rankOf } from '../../shared/fleet/attention.ts';
import type { Ids } from '../../shared/ids/ids.ts';
import { DEFAULT_AGREEMENT } from '../../shared/protocol/agreement.ts';
import type { CatalogueDocument } from '../../shared/protocol/catalogue-document.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { createMessage, type TillAlertEvent } from '../../shared/protocol/events.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { pathOf } from '../../shared/protocol/routes.ts';
import type { TillStatus } from '../../shared/protocol/till-status.ts';
import { type Clock, type DueSource, type Instant, MINUTE } from '../../shared/time/clock.ts';
import { formatDateTime, parseDateTime } from '../../shared/time/date-time.ts';
import { outbound } from '../outbox/outbound.ts';
import type { Effects } from '../store/effects.ts';
import { paged } from '../store/pages.ts';
import type { Store } from '../store/store.ts';
import type { StoredTillStatus, TillAlert, UnheardTill } from '../store/till-status-store.ts';

/** A till of a shop as it said last. */
export type FleetTill = {
  readonly posId: string;
  readonly name: string;
  readonly received: Instant;
  readonly attention: readonly Attention[];
  readonly status: KeptStatus;
  /** The version of the catalogue by which it sells; null if it has not said anything. */
  readonly catalogue: number | null;
};

/** What is kept of a report. */
type KeptStatus = TillStatus & {
  /** The till's clock less the service's when the report arrived, milliseconds. */
  readonly clock_ahead: number;
};

export type FleetQuery = {
  readonly search: string;
  readonly onlyAttention: boolean;
  /** As in `next` of the page before. */
  readonly after: string | null;
};

export type FleetPage = {
  readonly items: readonly FleetTill[];
  readonly next: string | null;
  readonly all: number;
  readonly attention: number;
};

/** The tills of each shop: what they said last, and the alerts about silent ones (D-350). */
export interface Fleet {
  /** `Not Found` for a till that is not registered, `Too Many Requests` for one that says too much. */
  report(merchantId: string, posId: string, status: TillStatus): Promise<Answer<void>>;
  page(merchantId: string, query: FleetQuery): Promise<FleetPage>;
  read(merchantId: string, posId: string): Promise<FleetTill | null>;
  /** Removes a till that does not come back; false if it has said nothing. */
  forget(merchantId: string, posId: string): Promise<boolean>;
  alert(merchantId: string): Promise<TillAlert>;
  changeAlert(merchantId: string, alert: TillAlert): Promise<void>;
  /** Finds tills whose silence is an alert now, in the rounds of due work. */
  readonly due: DueSource;
}

export type FleetDeps = {
  readonly store: Pick<Store, 'tillStatus' | 'pos' | 'catalogues' | 'merchants' | 'periods'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Base address of the API. */
  readonly base: () => string;
};

/** Alerts that begin together. */
const BATCH = 200;
/** How long a till of a closed shop is left alone before its hours are read again: the shop may change them. */
const LOOK_AGAIN = 15 * MINUTE;
const DEFAULT_ALERT: TillAlert = {
  silentAfter: LIMITS.tillSilentMinutesDefault * MINUTE,
  callbackUri: null,
};
const NO_POS = refuse('Not Found', 'There is no point of sale of this id.');
const TOO_SOON = refuse(
  'Too Many Requests',
  'The last report of this till is younger than a second. Send at most one in a second.',
);

export function createFleet(deps: FleetDeps): Fleet {
  const { store, clock } = deps;
  const { tillStatus } = store;
  /** Nobody has listened before. Silence counts by the service's clock alone. */
  const listening = clock.now();

  const alert = async (merchantId: string) => (await tillStatus.alert(merchantId)) ?? DEFAULT_ALERT;

  /** Begins the alert of a till, or waits for as long as its shop was not open for the whole limit (D-378). */
  async function silence(till: UnheardTill, shops: OpeningOf): Promise<void> {
    const at = clock.now();
    const { silentAfter, callbackUri } = await alert(till.merchantId);
    const due = dueWhileOpen(await shops(till.merchantId, at), at, silentAfter);
    if (due > at) return tillStatus.postpone(till, Math.ceil(Math.min(due, at + LOOK_AGAIN)));
    const tell = messageOf(deps, callbackUri, 'till_silent', { ...till, at });
    await tillStatus.silence(till, at, RANKS.silent, tell);
  }

  return {
    async report(merchantId, posId, status) {
      const [pos, seen, leftOutBy, { silentAfter, callbackUri }] = await Promise.all([
        store.pos.read(merchantId, posId),
        store.catalogues.seenBy(merchantId, posId),
        store.periods.leftOutBy(merchantId, posId),
        alert(merchantId),
      ]);
      if (pos === null) return NO_POS;
      const received = clock.now();
      const ahead = (parseDateTime(status.clock) ?? received) - received;
      const kept: KeptStatus = { ...status, clock_ahead: ahead };
      const attention = attentionOf(kept, {
        isSilent: false,
        catalogueProblem: seen?.problem ?? null,
        leftOutBy,
      });
      const report = {
        posId,
        name: pos.name,
        received,
        due: status.screen === 'off' ? null : received + silentAfter,
        rank: rankOf(attention),
        status: JSON.stringify(kept),
      };
      const about = { merchantId, posId, name: pos.name, received, at: received };
      const tell = messageOf(deps, callbackUri, 'till_reporting', about);
      const noted = await tillStatus.note(merchantId, report, LIMITS.tillStatusGap, tell);
      return noted ? answer(undefined) : TOO_SOON;
    },
    async page(merchantId, { search, onlyAttention, after }) {
      const limit = LIMITS.portalPage;
      const [found, counts] = await Promise.all([
        tillStatus.page(merchantId, {
          search: search.toLowerCase(),
          rankMax: onlyAttention ? RANKS.attention : RANKS.well,
          after: readPlace(after),
          limit: limit + 1,
        }),
        tillStatus.counts(merchantId),
      ]);
      const { rows, next } = paged(found, limit, ({ rank, posId }) => `${rank}.${posId}`);
      const sum = (some: typeof counts) => some.reduce((total, { count }) => total + count, 0);
      return {
        items: rows.map(tillOf),
        next,
        all: sum(counts),
        attention: sum(counts.filter(({ rank }) => rank <= RANKS.attention)),
      };
    },
    async read(merchantId, posId) {
      const stored = await tillStatus.read(merchantId, posId);
      return stored === null ? null : tillOf(stored);
    },
    forget: (merchantId, posId) => tillStatus.forget(merchantId, posId),
    alert,
    changeAlert: (merchantId, changed) => tillStatus.putAlert(merchantId, changed),
    due: {
      async run() {
        const shops = openingsOf(store);
        for (;;) {
          const { silentAfter } = DEFAULT_ALERT;
          const overdue = await tillStatus.overdue(clock.now(), listening, silentAfter, BATCH);
          await Promise.all(overdue.map((till) => silence(till, shops)));
          if (overdue.length < BATCH) return;
        }
      },
      // A round every minute is exact enough, and each report would move the time.
      nextDue: async () => null,
    },
  };
}

type OpeningOf = (merchantId: string, at: Instant) => Promise<Opening | null>;

/** Whether each shop is open; null for one without hours. The catalogue of a shop is read once. */
function openingsOf(store: FleetDeps['store']): OpeningOf {
  const read = new Map<string, ReturnType<typeof hoursOf>>();
  return async (merchantId, at) => {
    const hours = read.get(merchantId) ?? hoursOf(store, merchantId);
    read.set(merchantId, hours);
    const known = await hours;
    return known === null ? null : openingAt(known.hours, at, known.timeZone);
  };
}

async function hoursOf({ catalogues, merchants }: FleetDeps['store'], merchantId: string) {
  const stored = await catalogues.newest(merchantId);
  if (stored?.document == null) return null;
  // The service wrote the stored text itself, after checking it.
  const { rules }: CatalogueDocument = JSON.parse(stored.document);
  if (rules?.opening_hours === undefined) return null;
  const agreement = (await merchants.record(merchantId))?.agreement ?? DEFAULT_AGREEMENT;
  return { hours: rules.opening_hours, timeZone: agreement.timeZone };
}

/**
 * From when on the silence of a till is an alert: after the limit, counted from the opening of its shop. A limit that is
 * longer than the shop is open would never end, so half of the opening is enough.
 */
function dueWhileOpen(opening: Opening | null, now: Instant, silentAfter: number): Instant {
  if (opening === null) return now;
  if (opening.kind === 'open') {
    const { since, until } = opening;
    return since + Math.min(silentAfter, (until - since) / 2);
  }
  return opening.next ?? Number.POSITIVE_INFINITY;
}

/** A place in the list; null for an invalid one: the list then begins at its start. */
function readPlace(text: string | null) {
  const match = /^([0-2])\.(.+)$/.exec(text ?? '');
  return match === null ? null : { rank: Number(match[1]), posId: match[2] ?? '' };
}

function tillOf(stored: StoredTillStatus): FleetTill {
  const { posId, name, received, silent, status, catalogue, leftOutBy } = stored;
  // The service wrote the stored text itself, after checking it.
  const kept: KeptStatus = JSON.parse(status);
  const { version = null, problem = null } = catalogue ?? {};
  return {
    posId,
    name,
    received,
    attention: attentionOf(kept, {
      isSilent: silent !== null,
      catalogueProblem: problem,
      leftOutBy,
    }),
    status: kept,
    catalogue: version,
  };
}

/** The callback of an alert, with its number among the alerts of the till. */
function messageOf(
  { ids, base }: Pick<FleetDeps, 'ids' | 'base'>,
  uri: string | null,
  event: TillAlertEvent,
  till: {
    readonly posId: string;
    readonly name: string;
    readonly received: Instant;
    readonly at: Instant;
  },
): (alerts: number) => Effects {
  const { posId, name, received, at } = till;
  return (alerts) => {
    const path = pathOf('posRead', { pos_id: posId });
    const message = createMessage({
      id: ids.message(),
      event,
      uri: base() + path,
      seqno: alerts,
      at,
      object: { pos_id: posId, name, last_seen: formatDateTime(received) },
    });
    const resource = `pos/${posId}`;
    return outbound({ uri, kind: 'event', resource, overHttp: 'whole' }, message);
  };
}
