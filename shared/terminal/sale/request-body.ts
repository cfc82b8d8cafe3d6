import { present } from '../../objects/present.ts';
import { type Answer, answer } from '../../protocol/errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { totalOf } from '../../protocol/line-items.ts';
import { paymentRequestInput } from '../../protocol/payment-request.ts';
import { validate } from '../../protocol/validation.ts';
import { refuseTill } from '../../refusals/till-problem.ts';
import type { SaleBody } from './records.ts';
import type { TerminalSettings } from './settings.ts';
import type { SaleRequest } from './state.ts';

/** The customer of a request, and the maximum age of the scan that identifies the customer. */
export type RequestCustomer = {
  readonly customer: string | null;
  /** Seconds; null uses the service's default. */
  readonly maxScanAge: number | null;
};

/**
 * The request of a sale, as every attempt sends it. Refuses with `validation_error` what the service
 * would refuse, before the till writes a record.
 */
export function bodyOf(
  request: SaleRequest,
  posTid: string,
  settings: TerminalSettings,
  { customer, maxScanAge }: RequestCustomer,
): Answer<SaleBody> {
  const wrong = wrongLines(request);
  if (wrong !== null) return wrong;
  const address = `ws:${settings.channel}`;
  // A customer who claims the request in a browser stays on its page afterwards.
  const returnUri = customer === null ? '' : null;
  const { additional } = request;
  const deposit = request.mode?.kind === 'vend' && request.mode.order === 'deposit';
  const later = request.mode?.kind === 'authorise' || deposit;
  const body: SaleBody = {
    action: later ? 'auth' : 'sale',
    currency: settings.currency,
    amount: request.amount,
    ...(additional === undefined
      ? {}
      : {
          additional_amount: additional.amount,
          additional_edit: additional.edit === 'by_customer',
        }),
    allow_credit: settings.allowCredit,
    pos_id: settings.posId,
    pos_tid: posTid,
    customer,
    ...present({ max_scan_age: maxScanAge }),
    text: request.text,
    ...present({ line_items: request.lines && [...request.lines] }),
    display_message_uri: address,
    callback_uri: address,
    success_return_uri: returnUri,
    failure_return_uri: returnUri,
    expires_in: request.expiresInSeconds ?? settings.expiresInSeconds,
  };
  const checked = validate(paymentRequestInput, body);
  return checked.ok ? answer(body) : checked;
}

/** Refuses lines that do not add up to the amount of the sale. */
function wrongLines({ lines, amount }: SaleRequest): ReturnType<typeof refuseTill> | null {
  if (lines === undefined) return null;
  if (lines.length === 0 || lines.length > LIMITS.basketLinesMax) {
    return refuseTill('wrong_lines', `A bill has 1 to ${LIMITS.basketLinesMax} lines.`);
  }
  const total = totalOf(lines);
  if (total === amount) return null;
  return refuseTill('wrong_lines', undefined, { amount, total });
}
