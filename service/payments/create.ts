import { recordsOfRequest } from '../../shared/ledger/records.ts';
import { totalFault } from '../../shared/payment/amounts.ts';
import { createPayment } from '../../shared/payment/create.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from '../../shared/protocol/errors.ts';
import type { PaymentRequestInput } from '../../shared/protocol/payment-request.ts';
import { CODE } from '../../shared/protocol/status-codes.ts';
import { findCustomer } from '../customers/find-customer.ts';
import { joinedRecords, termsOf } from '../permissions/scope-log.ts';
import type { SellingMerchant } from '../store/store.ts';
import type { Changer, ChangerDeps } from './changer.ts';
import type { MatchScans } from './match-scans.ts';
import { withDisplay, withoutEffects } from './messages.ts';
import type { Payments } from './payments.ts';

/** `created` is false when an identical request existed already. */
export type Created = { readonly created: boolean; readonly payment: Payment };

/**
 * Creates a payment request, once for each (merchant, pos_id, pos_tid), without a time limit
 * (D-78). An identical repeat returns the stored request; different content is a `Conflict`.
 */
export function createPaymentCreation(
  deps: Pick<ChangerDeps, 'store' | 'clock' | 'ids' | 'hub' | 'names'>,
  changer: Changer,
  match: MatchScans,
): Payments['create'] {
  return async (merchantId, input) => {
    const { store, ids, hub } = deps;
    // A repeat is the common case of a retry and needs no write.
    const [earlier, merchant, { customer, scans }] = await Promise.all([
      store.payments.byPosTid(merchantId, input.pos_id, input.pos_tid),
      store.merchants.read(merchantId),
      findCustomer(store, merchantId, input.customer, deps.clock.now(), deps.names),
    ]);
    if (earlier !== null) {
      const same = repeated(earlier, input);
      // A client that repeats got no answer, perhaps because the service crashed before it matched
      // the scan.
      if (same.ok && earlier.code === CODE.pending && earlier.shortlinkId !== null) {
        await match(merchantId, earlier.shortlinkId, earlier.tid);
      }
      return same;
    }
    if (merchant === null) return refuse('Unauthorized', 'There is no such merchant.');
    const faults = { ...limitFault(merchant, input), ...currencyFault(merchant, input) };
    if (Object.keys(faults).length > 0) {
      return refuse('validation_error', VALIDATION_SENTENCE, faults);
    }
    const scopeTerms = input.required_scope ? await termsOf(store, merchantId) : null;
    const context = changer.context(merchant, scopeTerms);
    const { now } = context;
    const permission = input.required_scope ? { rid: ids.rid() } : {};
    const named = { tid: ids.tid(), merchantId, ...permission };
    const payment = createPayment({ ...named, request: input, customer, now });
    const changed = withoutEffects(payment);
    const { payment: first, effects } =
      customer.kind === 'known' ? withDisplay(changed, 'delivered', context) : changed;
    const records = [...recordsOfRequest(first), ...joinedRecords(null, first, context.scopeTerms)];
    const booked = { ...effects, records, scans };
    const written = await store.payments.create(first, booked);
    // Two identical requests at once: the unique index accepted one, the other is a repeat of it.
    if (!written.created) return repeated(written.payment, input);
    hub.announce(first);
    if (first.shortlinkId !== null) await match(merchantId, first.shortlinkId, first.tid);
    return answer({ created: true, payment: first });
  };
}

/** Both sides are the validated input with defaults, members in the schema's order. */
function repeated(payment: Payment, input: PaymentRequestInput): Answer<Created> {
  if (JSON.stringify(payment.request) === JSON.stringify(input)) {
    return answer({ created: false, payment });
  }
  return refuse(
    'Conflict',
    'This pos_id and pos_tid were used before for a different request; use a new pos_tid.',
  );
}

/** D-105: the merchant's maximum amount of one payment. */
function limitFault(merchant: SellingMerchant, input: PaymentRequestInput) {
  const message = totalFault(input.amount + input.additional_amount, merchant.paymentLimit);
  return message === null ? {} : { amount: [message] };
}

/** D-105: a currency without a settlement account could be sold but never settled. */
function currencyFault({ currencies }: SellingMerchant, { currency }: PaymentRequestInput) {
  if (currencies.includes(currency)) return {};
  const those = currencies.length === 0 ? '' : `, only in ${currencies.join(', ')}`;
  return { currency: [`the merchant has no settlement account in ${currency}${those}`] };
}
