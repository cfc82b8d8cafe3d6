import { z } from 'zod';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import type { Delivery, DeliveryPage, DeliveryState } from '../../store/delivery-store.ts';
import type { Store } from '../../store/store.ts';
import { type Command, textOf } from './command.ts';
import { checkInput, noMerchant } from './problems.ts';

/** States that may need the operator's attention, the most urgent first. */
const UNDELIVERED: readonly DeliveryState[] = ['open', 'given_up', 'gone'];
const STATES: readonly DeliveryState[] = [...UNDELIVERED, 'delivered'];

const LINES_DEFAULT = 100;
const LINES_MAX = 10_000;

const input = z.object({
  state: z.enum(STATES, { error: `must be one of ${STATES.join(', ')}` }).nullable(),
  after: z.string().nullable(),
  limit: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(1).max(LINES_MAX))
    .nullable(),
});

/** `list-callbacks`: by state and then newest first, a page at a time. */
export const listCallbacks: Command = {
  usage: 'list-callbacks MERCHANT [options]',
  summary: 'list open and failed callbacks: id, state, event, about, to, attempts, next, last',
  words: ['MERCHANT'],
  options: [
    { name: 'state', kind: 'text', help: `only ${STATES.join(', ')}` },
    { name: 'limit', kind: 'text', help: `lines at a time, to ${LINES_MAX} (${LINES_DEFAULT})` },
    { name: 'after', kind: 'text', help: 'go on after the callback of this id' },
  ],
  async run(deps, { words: [merchant = ''], options }) {
    const checked = checkInput(input, {
      state: textOf(options, 'state'),
      after: textOf(options, 'after'),
      limit: textOf(options, 'limit'),
    });
    if (!checked.ok) return checked;
    const { state, after, limit } = checked.value;
    const store = await deps.store();
    const missing = await noMerchant(store, merchant);
    if (missing !== null) return missing;
    const last = after === null ? null : await store.deliveries.read(merchant, after);
    if (after !== null && last === null) {
      return refuse('Not Found', `Merchant ${merchant} has no callback ${after}.`);
    }
    const filter = { states: state === null ? UNDELIVERED : [state], last };
    const deliveries = await listed(store, merchant, filter, (limit ?? LINES_DEFAULT) + 1);
    const printed = deliveries.slice(0, limit ?? LINES_DEFAULT);
    const more =
      deliveries.length > printed.length ? [`# more: --after ${printed.at(-1)?.id}`] : [];
    return answer([...printed.map(lineOf), ...more]);
  },
};

/** Deliveries of several states, one state after the other, after `last`. */
async function listed(
  store: Store,
  merchant: string,
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
      const page: DeliveryPage = await store.deliveries.list(merchant, query);
      deliveries.push(...page.items);
      after = page.next;
    } while (after !== null && deliveries.length < limit);
    if (deliveries.length >= limit) break;
  }
  return deliveries;
}

/** `resend-callback`: makes a delivery due now. A running service looks for due ones each minute. */
export const resendCallback: Command = {
  usage: 'resend-callback MERCHANT DELIVERY',
  summary: 'have a callback sent again, at once or when the service next runs; see list-callbacks',
  words: ['MERCHANT', 'DELIVERY'],
  options: [],
  async run(deps, { words: [merchant = '', id = ''] }) {
    const store = await deps.store();
    const missing = await noMerchant(store, merchant);
    if (missing !== null) return missing;
    switch (await store.deliveries.resend(merchant, id, deps.now())) {
      case 'due':
        return answer([
          `callback ${id} is due: a running service sends it within a minute, another at its start`,
        ]);
      case 'waiting':
        return refuse('Conflict', `Callback ${id} waits for an earlier one; resend that one.`);
      case 'unknown':
        return refuse('Not Found', `Merchant ${merchant} has no callback ${id}.`);
    }
  },
};

function lineOf({ id, state, event, resource, uri, attempts, dueAt, last }: Delivery): string {
  const waits = state === 'open' ? 'waits' : 'never';
  const next = dueAt === null ? waits : formatDateTime(dueAt);
  return [id, state, event, resource, uri, attempts, next, last?.problem ?? '']
    .join('\t')
    .trimEnd();
}
