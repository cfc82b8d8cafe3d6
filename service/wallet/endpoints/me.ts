import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import type { WalletMe } from '../../../shared/wallet/contract.ts';
import type { Customer } from '../../store/store.ts';
import type { PortalParts } from '../deps.ts';
import type { WalletCall } from '../endpoint.ts';
import { readSession } from '../session.ts';

/** `GET /wallet/v1/me`. */
export async function me({ parts, request }: WalletCall): Promise<Answer<WalletMe>> {
  const session = await readSession(parts.context, request);
  return answer(meOf(session?.customer ?? null, parts));
}

export function meOf(
  customer: Customer | null,
  { demo, deliverCode, context }: Pick<PortalParts, 'demo' | 'deliverCode' | 'context'>,
): WalletMe {
  const codes = demo ? 'shown' : deliverCode === null ? 'none' : 'sent';
  const shown = customer && { name: customer.name, msisdn: customer.msisdn };
  return { customer: shown, demo, codes, origins: [new URL(context.addresses().wallet).origin] };
}
