import type { NamedRate } from '../lines/steps.ts';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from '../protocol/errors.ts';
import type { PaymentUpdateInput } from '../protocol/payment-request.ts';
import type { Command, Part, WantedLine } from './commands.ts';

/**
 * The command that a checked `PUT /payment_request/<tid>/` asks for, or null when it names no
 * action. For capture and refund the four numbers come together or not at all (D-94); for other
 * actions they are ignored, and so is the id of the other kind.
 */
export function commandOf(input: PaymentUpdateInput): Answer<Command | null> {
  switch (input.action) {
    case null:
      return answer(null);
    case 'capture': {
      const part = partOf(input, 'capture_id');
      return part.ok ? answer({ kind: 'capture', part: part.value }) : part;
    }
    case 'refund': {
      const part = partOf(input, 'refund_id');
      if (!part.ok) return part;
      const lines = wantedLines(input);
      const rates = namedRates(input);
      const command = { kind: 'refund', part: part.value, text: input.text } as const;
      const named = { ...(lines.length > 0 && { lines }), ...(rates.length > 0 && { rates }) };
      return answer({ ...command, ...named });
    }
    default:
      return answer({ kind: input.action });
  }
}

function partOf(
  input: PaymentUpdateInput,
  idField: 'capture_id' | 'refund_id',
): Answer<Part | null> {
  const fields = ['amount', 'additional_amount', 'currency', idField] as const;
  const missing = fields.filter((field) => input[field] === null);
  const isRefund = input.action === 'refund';
  const named = [
    ...(isRefund && wantedLines(input).length > 0 ? ['line_items'] : []),
    ...(isRefund && namedRates(input).length > 0 ? ['rates'] : []),
  ];
  if (missing.length === fields.length && named.length === 0) return answer(null);
  const { amount, additional_amount, currency } = input;
  const id = input[idField];
  if (amount !== null && additional_amount !== null && currency !== null && id !== null) {
    return answer({ id, amount, additionalAmount: additional_amount, currency });
  }
  const given = [...fields.filter((f) => input[f] !== null), ...named];
  const message = `is required together with ${given.join(', ')}`;
  const details = Object.fromEntries(missing.map((field) => [field, [message]]));
  return refuse('validation_error', VALIDATION_SENTENCE, details);
}

/** The sold lines that a refund returns; empty for a refund of an amount (D-250). */
function wantedLines({ line_items }: PaymentUpdateInput): readonly WantedLine[] {
  return (line_items ?? []).map(({ product_id, index, quantity, total }) => {
    return { product: product_id, index, quantity, total };
  });
}

/** What the refund gives back of each tax rate; empty where it names none (D-572). */
function namedRates({ rates }: PaymentUpdateInput): readonly NamedRate[] {
  return (rates ?? []).map(({ vat_rate: vatRate, total }) => ({ vatRate, total }));
}
