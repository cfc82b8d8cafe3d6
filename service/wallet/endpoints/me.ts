import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import type { WalletMe } from '../../../shared/wallet/contract.ts';
import type { Customer } from '../../store/store.ts';
import type { WalletCall } from '../endpoint.ts';
import { readSession } from '../session.ts';
import type { WalletServices } from '../wallet-services.ts';

/** `GET /wallet/v1/me`. */
export async function me({ services: parts, request }: WalletCall): Promise<Answer<WalletMe>> {
  const session = await readSession(parts.deps, request);
  return answer(meOf(session?.customer ?? null, parts));
}

export function meOf(
  customer: Customer | null,
  { demo, deliverCode, deps: context }: Pick<WalletServices, 'demo' | 'deliverCode' | 'deps'>,
): WalletMe {
  const codes = demo ? 'shown' : deliverCode === null ? 'none' : 'sent';
  const shown = customer && { name: customer.name, msisdn: customer.msisdn };
  return { customer: shown, demo, codes, origins: [new URL(context.addresses().wallet).origin] };
}
