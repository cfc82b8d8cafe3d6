import { total } from '../../shared/payment/amounts.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { statementOfPayment } from '../../shared/payment/statement.ts';
import { DEFAULT_AGREEMENT } from '../../shared/protocol/agreement.ts';
import { type Answer, answer } from '../../shared/protocol/errors.ts';
import { statusOf } from '../../shared/protocol/status-codes.ts';
import type { WalletRequest } from '../../shared/wallet/contract.ts';
import { billLinesOf, refundedLinesOf } from '../payments/bill-lines.ts';
import type { WalletDeps } from './deps.ts';

/** A payment as its customer sees it, without the merchant's own references. */
export async function requestView(
  deps: Pick<WalletDeps, 'store'>,
  customerId: string,
  payment: Payment,
): Promise<WalletRequest> {
  const { request } = payment;
  const [merchant, pos] = await Promise.all([
    deps.store.merchants.record(payment.merchantId),
    deps.store.pos.read(payment.merchantId, request.pos_id),
  ]);
  const lines = refundedLinesOf(payment);
  return {
    tid: payment.tid,
    merchant: merchant?.name ?? payment.merchantId,
    pos: pos?.name ?? request.pos_id,
    time_zone: (merchant?.agreement ?? DEFAULT_AGREEMENT).timeZone,
    currency: request.currency,
    amount: request.amount,
    additional_amount: payment.additionalAmount,
    additional_edit: request.additional_edit,
    text: request.text,
    bill: billLinesOf(payment),
    status: statusOf(payment.code),
    status_code: payment.code,
    mine: payment.customerId === customerId,
    created: payment.created,
    expires: payment.expires,
    modified: payment.modified,
    paid: payment.captures[0]?.at ?? null,
    money: statementOfPayment(payment),
    refunds: payment.refunds.map((refund, at) => ({
      amount: total(refund),
      at: refund.at,
      text: refund.text === '' ? null : refund.text,
      ...(refund.lines === undefined ? {} : { lines: [...(lines[at] ?? [])] }),
    })),
    ...linksOf(payment),
    ...(payment.permission === null
      ? {}
      : { scope: wordsOf(request.required_scope ?? ''), scope_text: request.required_scope_text }),
  };
}

/** An authorised payment is still in progress for its customer. */
const SHOWN_IN = { pending: 'pending', auth: 'pending', ok: 'ok', fail: 'fail' } as const;

/** The shop's links for this state; the wallet shows only web addresses. */
function linksOf({ request, code }: Payment): Pick<WalletRequest, 'links'> {
  const state = SHOWN_IN[statusOf(code)];
  const links = (request.links ?? [])
    .filter(({ uri, show_on: on }) => on.includes(state) && /^https?:$/.test(protocolOf(uri)))
    .map(({ uri, caption }) => ({ uri, caption }));
  return links.length === 0 ? {} : { links };
}

const protocolOf = (uri: string) => URL.parse(uri)?.protocol ?? '';

/** A space-delimited list as words. */
export function wordsOf(scope: string): string[] {
  return scope.split(' ').filter((word) => word !== '');
}

/** The same for the reply to a customer's operation. */
export async function viewOf(
  deps: Pick<WalletDeps, 'store'>,
  customerId: string,
  result: Answer<Payment>,
): Promise<Answer<WalletRequest>> {
  return result.ok ? answer(await requestView(deps, customerId, result.value)) : result;
}
