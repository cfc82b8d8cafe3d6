import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { type WalletCodeReply, walletCodeInput } from '../../../shared/wallet/contract.ts';
import type { WalletCall } from '../endpoint.ts';
import { tooOften } from '../too-often.ts';

/**
 * `POST /wallet/v1/code`: sends a one-time code. Outside the demo an unknown number gets the same
 * reply as a known one, so that nobody can ask who is a customer.
 */
export async function code({
  services: parts,
  request,
}: WalletCall): Promise<Answer<WalletCodeReply>> {
  const input = validate(walletCodeInput, request.body ?? {});
  if (!input.ok) return input;
  const address = request.socket.remoteAddress ?? '';
  const refusal = tooOften(parts.signIns.ask({ msisdn: input.value.msisdn, address }));
  if (refusal) return refusal;
  if (!parts.demo && parts.deliverCode === null) {
    return refuse(
      'Service Unavailable',
      'Codes cannot be sent here: this service has no way to do so.',
    );
  }
  const customer = await parts.deps.store.customers.byMsisdn(input.value.msisdn);
  if (!customer) {
    if (!parts.demo) return answer({ demo_code: null });
    return refuse('Not Found', 'No customer of this demo has this number.');
  }
  const digits = await parts.codes.issue(customer, address);
  if (parts.demo) return answer({ demo_code: digits });
  await parts.deliverCode?.(customer, digits);
  return answer({ demo_code: null });
}
