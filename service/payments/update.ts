import type { Payment } from '../../shared/payment/payment.ts';
import { commandOf } from '../../shared/payment/update.ts';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from '../../shared/protocol/errors.ts';
import { type LineItem, lineItem, totalOf } from '../../shared/protocol/line-items.ts';
import type { PaymentUpdateInput } from '../../shared/protocol/payment-request.ts';
import { classOf } from '../../shared/protocol/status-class.ts';
import { applyCommand } from './apply-command.ts';
import type { Change } from './changer.ts';
import { type ChangedPayment, withoutEffects } from './messages.ts';

/**
 * The change that a PUT requests: addresses and line items first, then the action, in one write, so
 * that the action's event already goes to the new address (D-92).
 */
export function updateChange(input: PaymentUpdateInput): Answer<Change> {
  const command = commandOf(input);
  if (!command.ok) return command;
  return answer((payment, context) => {
    const edited = edit(payment, input);
    if (!edited.ok) return edited;
    const before = edited.value;
    const changed: Answer<ChangedPayment | null> =
      command.value === null ? answer(null) : applyCommand(before, command.value, context);
    if (!changed.ok || changed.value !== null) return changed;
    if (before === payment) return answer(null);
    return answer(withoutEffects({ ...before, version: payment.version + 1 }));
  });
}

function edit(payment: Payment, input: PaymentUpdateInput): Answer<Payment> {
  const lineItems = editedLines(payment, billLines(input));
  if (!lineItems.ok) return lineItems;
  const callbackUri = editedUri(payment.callbackUri, input.callback_uri);
  const displayMessageUri = editedUri(payment.displayMessageUri, input.display_message_uri);
  const same =
    lineItems.value === payment.lineItems &&
    callbackUri === payment.callbackUri &&
    displayMessageUri === payment.displayMessageUri;
  if (same) return answer(payment);
  return answer({ ...payment, lineItems: lineItems.value, callbackUri, displayMessageUri });
}

/** The lines of the bill that an update sets. Those of a refund are no lines of the bill (D-250). */
function billLines({ action, line_items }: PaymentUpdateInput): readonly LineItem[] | null {
  return action === 'refund' || line_items === null
    ? null
    : line_items.map((one) => lineItem.parse(one));
}

/** An absent value leaves the address, "" removes it. */
function editedUri(present: string | null, newUri: string | null): string | null {
  return newUri === null ? present : newUri || null;
}

/**
 * Line items are set once. The same items again are accepted, different ones are a conflict (D-31).
 */
function editedLines(
  payment: Payment,
  newLines: readonly LineItem[] | null,
): Answer<readonly LineItem[] | null> {
  if (newLines === null) return answer(payment.lineItems);
  if (payment.lineItems !== null) {
    if (JSON.stringify(payment.lineItems) === JSON.stringify(newLines))
      return answer(payment.lineItems);
    return refuse('Conflict', 'The line items of this payment are set and cannot be changed.');
  }
  if (classOf(payment.code) !== 'temporary') {
    return refuse('Conflict', 'Line items cannot be added to a payment that is closed.');
  }
  if (newLines.length > 0 && totalOf(newLines) !== payment.request.amount) {
    const line_items = ['the totals of the lines must add up to the amount of the payment'];
    return refuse('validation_error', VALIDATION_SENTENCE, { line_items });
  }
  return answer(newLines);
}
