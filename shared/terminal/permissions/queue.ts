import type { Ids } from '../../ids/ids.ts';
import { dropOldest } from '../../limits/drop-oldest.ts';
import { type Answer, answer, refuse } from '../../protocol/errors.ts';
import { type DeviceClock, instantOf } from '../../time/clock.ts';
import { type JournalQueue, recordAndNotify } from '../engine/journal-queue.ts';
import { createBackoff } from '../sale/backoff.ts';
import type { JournalRecord, PermissionOpenedRecord } from '../sale/records.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import { followPermission, type PermissionClient } from './follow.ts';
import {
  type Granted,
  grantedOf,
  openPermission,
  type PermissionEnd,
  type PermissionFacts,
  type PermissionRequest,
  permissionBody,
} from './permission.ts';

export type PermissionQueueDeps = {
  /** Null: this till does not request data. */
  readonly client: PermissionClient | null;
  readonly journalQueue: JournalQueue;
  readonly clock: DeviceClock;
  readonly ids: Ids;
  readonly settings: TerminalSettings;
  readonly restored: ReadonlyMap<string, PermissionFacts>;
  readonly changed: () => void;
};

/** Requests for customer data. The till returns granted data and never stores it. */
export interface PermissionQueue {
  ask(request: PermissionRequest): Promise<Answer<{ readonly id: string }>>;
  /** Reads the granted data from the service and returns it. The till does not store it. */
  take(id: string): Promise<Answer<Granted>>;
  permissions(): readonly PermissionFacts[];
  /** Reads the outcome of every open request now. */
  look(): void;
  stop(): void;
}

/** Requests that a running till knows; it shows fewer. */
const REQUESTS_MAX = 10_000;

export function createPermissionQueue(deps: PermissionQueueDeps): PermissionQueue {
  const { client, journalQueue, clock, ids, settings } = deps;
  const requests = new Map(deps.restored);
  const backoff = createBackoff(clock, settings);
  const { signal } = backoff;

  function addRecord(record: PermissionRecord): void {
    const isRefusal = record.kind === 'permission_ended' && record.how === 'refused';
    recordAndNotify(journalQueue, record, isRefusal ? 'refusal' : 'other', () => {
      const before = requests.get(record.request);
      if (before !== undefined) requests.set(before.id, applyPermissionRecord(before, record));
      deps.changed();
    });
  }

  function end(id: string, how: PermissionEnd, sentence = ''): void {
    const base = { v: 1, at: instantOf(clock.now()), kind: 'permission_ended' } as const;
    addRecord({ ...base, request: id, how, sentence: sentence.slice(0, 1_000) });
  }

  const follow = (by: PermissionClient) => ({
    client: by,
    backoff,
    settings,
    onCreated: (request: string, rid: string) =>
      addRecord({ v: 1, at: instantOf(clock.now()), kind: 'permission_created', request, rid }),
    onEnd: end,
  });

  function start(facts: PermissionFacts, restored: boolean): void {
    // A client that throws counts as no answer; the next start of the till tries again.
    if (client !== null) followPermission(facts, restored, follow(client)).catch(() => undefined);
  }

  for (const facts of requests.values()) if (facts.end === null) start(facts, true);
  return {
    ask: async (request) => {
      if (client === null) return refuse('Conflict', 'This till does not ask for data.');
      const id = `data-${ids.short()}${ids.short()}`;
      const body = permissionBody(request, id, settings);
      if (!body.ok) return body;
      const base = { v: 1, at: instantOf(clock.now()), kind: 'permission_opened' } as const;
      const record: PermissionOpenedRecord = { ...base, request: id, body: body.value };
      const written = await journalQueue.must(record);
      if (!written.ok) return refuse('Service Unavailable', written.failure.description);
      const facts = openPermission(record);
      requests.set(id, facts);
      dropOldest(requests, REQUESTS_MAX, ({ end }) => end !== null);
      deps.changed();
      start(facts, false);
      return answer({ id });
    },
    take: async (id) => {
      const rid = requests.get(id)?.rid ?? null;
      if (client === null || rid === null) return NOT_KNOWN;
      const seen = await client.permissionOutcome(rid, { deadline: settings.readDeadline, signal });
      if (!seen.ok) return refuse('Service Unavailable', 'The service cannot be asked just now.');
      const granted = grantedOf(seen.value);
      return granted === null ? refuse('Conflict', 'Nothing was granted.') : answer(granted);
    },
    permissions: () => [...requests.values()],
    look: backoff.pollNow,
    stop: backoff.stop,
  };
}

type PermissionRecord = Extract<
  JournalRecord,
  { kind: 'permission_created' } | { kind: 'permission_ended' }
>;

const NOT_KNOWN = refuse('Not Found', 'This till has no such request at the service.');

/** Applies a record to a request, for new records and for records of the journal. */
export function applyPermissionRecord(
  facts: PermissionFacts,
  record: PermissionRecord,
): PermissionFacts {
  if (record.kind === 'permission_created') return { ...facts, rid: record.rid };
  const { how, sentence, at } = record;
  return { ...facts, end: { how, sentence, at } };
}
