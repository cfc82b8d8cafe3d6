import { z } from 'zod';
import { dateTime, optional } from '../../../../shared/protocol/basic.ts';
import { answer, refuse } from '../../../../shared/protocol/errors.ts';
import { formatDateTime } from '../../../../shared/time/date-time.ts';
import type { Delivery, DeliveryPage, DeliveryState } from '../../../store/delivery-store.ts';
import { paged } from '../../../store/pages.ts';
import type { Store } from '../../../store/store.ts';
import { act, merchant, named, nextOf, noMerchant, page } from '../act.ts';

/** States that may need the operator's attention, the most urgent first. */
const UNDELIVERED: readonly DeliveryState[] = ['open', 'given_up', 'gone'];
const STATES = ['open', 'given_up', 'gone', 'delivered'] as const satisfies DeliveryState[];

export const CALLBACK_ACTS = {
  callbackList: act({
    method: 'GET',
    path: '/merchants/:merchant/callbacks/',
    summary: 'List open and failed callbacks',
    about: 'By state, the most urgent first, and then the newest first.',
    input: z.strictObject({
      merchant,
      state: optional(z.enum(STATES)).describe('Only callbacks of this state.'),
      ...page(named),
    }),
    output: z.object({
      callbacks: z.array(
        z.object({
          id: z.string().describe('The id of the callback.'),
          state: z.enum(STATES),
          event: z.string(),
          about: z.string().describe('The resource that it is about.'),
          uri: z.string().describe('Where it is sent.'),
          attempts: z.int(),
          next: dateTime.nullable().describe('The next attempt, UTC; null if there is none yet.'),
          problem: z.string().nullable().describe('What was wrong with the last attempt.'),
        }),
      ),
      next: nextOf(z.string()),
    }),
    success: 200,
    errors: ['Not Found'],
    async run(deps, { merchant: of, state, after, limit }) {
      const missing = await noMerchant(deps, of);
      if (missing !== null) return missing;
      const { store } = deps;
      const last = after === null ? null : await store.deliveries.read(of, after);
      if (after !== null && last === null) return unknown(of, after);
      const from = { states: state === null ? UNDELIVERED : [state], last };
      const { rows, next } = paged(await listed(store, of, from, limit + 1), limit, ({ id }) => id);
      return answer({ callbacks: rows.map(viewOf), next });
    },
  }),
  callbackResend: act({
    method: 'POST',
    path: '/merchants/:merchant/callbacks/:callback/resend/',
    summary: 'Have a callback sent again, at once or when the service next runs',
    input: z.strictObject({ merchant, callback: named.describe('The id of the callback.') }),
    output: z.object({ id: z.string().describe('The id of the callback, which is due now.') }),
    success: 200,
    errors: ['Not Found', 'Conflict'],
    async run(deps, { merchant: of, callback: id }) {
      const missing = await noMerchant(deps, of);
      if (missing !== null) return missing;
      switch (await deps.store.deliveries.resend(of, id, deps.now())) {
        case 'due':
          return answer({ id });
        case 'waiting':
          return refuse('Conflict', `Callback ${id} waits for an earlier one; resend that one.`);
        case 'unknown':
          return unknown(of, id);
      }
    },
  }),
};

const unknown = (of: string, id: string) =>
  refuse('Not Found', `Merchant ${of} has no callback ${id}.`);

function viewOf({ id, state, event, resource, uri, attempts, dueAt, last }: Delivery) {
  const next = dueAt === null ? null : formatDateTime(dueAt);
  return { id, state, event, about: resource, uri, attempts, next, problem: last?.problem ?? null };
}

/** Deliveries of several states, one state after the other, after `last`. */
async function listed(
  store: Store,
  of: string,
  from: { readonly states: readonly DeliveryState[]; readonly last: Delivery | null },
  limit: number,
): Promise<readonly Delivery[]> {
  const { states, last } = from;
  const deliveries: Delivery[] = [];
  // A delivery that was closed in the meantime is found under its current state.
  const begin = last === null ? 0 : Math.max(0, states.indexOf(last.state));
  for (const [place, state] of states.slice(begin).entries()) {
    let after: DeliveryPage['next'] =
      place === 0 && last !== null ? { created: last.created, id: last.id } : null;
    do {
      const query = { state, resource: null, after, limit: limit - deliveries.length };
      const found: DeliveryPage = await store.deliveries.list(of, query);
      deliveries.push(...found.items);
      after = found.next;
    } while (after !== null && deliveries.length < limit);
    if (deliveries.length >= limit) break;
  }
  return deliveries;
}
