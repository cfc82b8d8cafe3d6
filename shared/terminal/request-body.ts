import { type Answer, answer } from '../protocol/errors.ts';
import { paymentRequestInput } from '../protocol/payment-request.ts';
import { validate } from '../protocol/validation.ts';
import type { SaleBody } from './records.ts';
import type { TerminalSettings } from './settings.ts';
import type { SaleRequest } from './state.ts';

/**
 * The request of a sale, exactly as it will be sent every time. Refuses with `validation_error`
 * what the service would refuse, before anything is written.
 */
export function bodyOf(
  request: SaleRequest,
  posTid: string,
  settings: TerminalSettings,
): Answer<SaleBody> {
  const address = `ws:${settings.channel}`;
  const phone = request.way.kind === 'phone' ? request.way.msisdn : null;
  // Someone who claims the request in a browser stays on its page afterwards.
  const returnUri = phone === null ? '' : null;
  const body: SaleBody = {
    action: 'sale',
    currency: settings.currency,
    amount: request.amount,
    allow_credit: settings.allowCredit,
    pos_id: settings.posId,
    pos_tid: posTid,
    customer: phone === null ? null : `msisdn:${phone}`,
    text: request.text,
    display_message_uri: address,
    callback_uri: address,
    success_return_uri: returnUri,
    failure_return_uri: returnUri,
    expires_in: settings.expiresInSeconds,
  };
  const checked = validate(paymentRequestInput, body);
  return checked.ok ? answer(body) : checked;
}
