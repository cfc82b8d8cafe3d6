import type {
  AttemptNote,
  ClaimedDelivery,
  Delivery,
  DeliveryKind,
  DeliveryState,
} from '../delivery-store.ts';
import { type Row, readInteger, readIntegerOrNull, readText, readTextOrNull } from './rows.ts';

/** One line of the log, with the last attempt joined to it. */
export function deliveryOf(row: Row): Delivery {
  return {
    id: readText(row, 'id'),
    kind: kindOf(row),
    event: readText(row, 'event'),
    resource: readText(row, 'resource'),
    uri: readText(row, 'uri'),
    created: readInteger(row, 'created'),
    state: stateOf(row),
    attempts: readInteger(row, 'attempts'),
    dueAt: readIntegerOrNull(row, 'due_at'),
    last: row.at === null ? null : noteOf(row),
    answer: readTextOrNull(row, 'answer'),
  };
}

export function noteOf(row: Row): AttemptNote {
  return {
    at: readInteger(row, 'at'),
    status: readIntegerOrNull(row, 'status'),
    problem: readTextOrNull(row, 'problem'),
    duration: readInteger(row, 'duration'),
  };
}

export function claimedOf(row: Row, lease: string): ClaimedDelivery {
  return {
    merchantId: readText(row, 'merchant_id'),
    id: readText(row, 'id'),
    kind: kindOf(row),
    resource: readText(row, 'resource'),
    queue: readText(row, 'queue'),
    uri: readText(row, 'uri'),
    host: readText(row, 'host'),
    event: readText(row, 'event'),
    body: readText(row, 'body'),
    created: readInteger(row, 'created'),
    tries: readInteger(row, 'tries'),
    lease,
  };
}

function kindOf(row: Row): DeliveryKind {
  const kind = readText(row, 'kind');
  if (kind === 'event' || kind === 'display' || kind === 'scan') return kind;
  throw new TypeError(`a delivery is of no known kind: ${kind}`);
}

function stateOf(row: Row): DeliveryState {
  const state = readText(row, 'state');
  const known = state === 'open' || state === 'delivered' || state === 'gone';
  if (known || state === 'given_up') return state;
  throw new TypeError(`a delivery is in no known state: ${state}`);
}

/** The hosts of rows, each where it stands first. */
export function hostsOf(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.map((row) => readText(row, 'host')))];
}
