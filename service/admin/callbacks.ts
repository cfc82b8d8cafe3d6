import { answer, refuse } from '../../shared/protocol/errors.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import type { Delivery, DeliveryPage, DeliveryState } from '../store/delivery-store.ts';
import type { Command } from './command.ts';
import { noMerchant } from './no-merchant.ts';

/** What an operator may have to do something about, the most urgent first. */
const UNDELIVERED: readonly DeliveryState[] = ['open', 'given_up', 'gone'];

/** `list-callbacks`: those that were not delivered, by state and then newest first. */
export const listCallbacks: Command = {
  usage: 'list-callbacks MERCHANT',
  summary: 'list open and failed callbacks: id, state, event, about, to, attempts, next, last',
  words: ['MERCHANT'],
  options: [],
  async run(context, { words: [merchant = ''] }) {
    const store = context.store();
    const missing = await noMerchant(store, merchant);
    if (missing !== null) return missing;
    const lines: string[] = [];
    for (const state of UNDELIVERED) {
      let after: DeliveryPage['next'] = null;
      do {
        const query = { state, resource: null, after, limit: 100 };
        const page: DeliveryPage = await store.deliveries.list(merchant, query);
        lines.push(...page.items.map(lineOf));
        after = page.next;
      } while (after !== null);
    }
    return answer(lines);
  },
};

/** `resend-callback`: due now, so that the service sends it as soon as it runs. */
export const resendCallback: Command = {
  usage: 'resend-callback MERCHANT DELIVERY',
  summary: 'have a callback sent again when the service next runs; see list-callbacks',
  words: ['MERCHANT', 'DELIVERY'],
  options: [],
  async run(context, { words: [merchant = '', id = ''] }) {
    const store = context.store();
    const missing = await noMerchant(store, merchant);
    if (missing !== null) return missing;
    switch (await store.deliveries.resend(merchant, id, context.now())) {
      case 'due':
        return answer([`callback ${id} is sent when the service next runs`]);
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
