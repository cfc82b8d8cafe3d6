import type { Ready } from '../../../service/index.ts';
import { createMerchantClient, type Identity } from '../../../shared/client/index.ts';
import type { RefundClient } from '../../../shared/terminal/index.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { systemClock, systemFetch } from '../adapters/machine.ts';
import type { Engine, Till, TillAccess } from '../till.ts';
import { type DeskOptions, openDesk } from './desk.ts';

/** A user that signs refunds in place of the till's own, which only has a secret. */
export type Signer = { readonly userId: string; readonly privateKey: string };

/** What a desk is told beside the till's settings. */
export type DeskFacts = {
  readonly signer?: Signer | null;
  /** Page of the shop's settlements. */
  readonly settlements?: string | null;
};

/** The user of an embedded service that holds a key. */
export function signerOf({ users }: Pick<Ready, 'users'>): Signer | null {
  const found = users.find((user) => user.private_key_pem !== undefined);
  const privateKey = found?.private_key_pem ?? null;
  return found === undefined || privateKey === null ? null : { userId: found.id, privateKey };
}

/** Signs refunds with the till's own key, or the signer's; null where there is none. */
export function refundClientOf(
  { baseUrl, identity }: TillAccess,
  signer: Signer | null,
): RefundClient | null {
  const signing = identity.credentials.kind === 'key' ? identity : identityOf(identity, signer);
  if (signing === null) return null;
  return createMerchantClient({ ...signing, baseUrl, fetch: systemFetch, clock: systemClock });
}

function identityOf({ merchantId }: Identity, signer: Signer | null): Identity | null {
  if (signer === null) return null;
  const { userId, privateKey } = signer;
  return { merchantId, userId, credentials: { kind: 'key', privateKey } };
}

/** Opens the desk of a running engine; whoever takes another tender at it is noted there. */
export async function withDesk(
  { terminal: inner, close }: Engine,
  options: Omit<DeskOptions, 'terminal'>,
): Promise<Till> {
  const desk = await openDesk({ ...options, terminal: inner });
  const terminal: Terminal = {
    ...inner,
    async tendered(method, amount) {
      const noted = await inner.tendered(method, amount);
      if (noted.ok) desk.noteTender(method ?? null, amount ?? null);
      return noted;
    },
  };
  return {
    terminal,
    desk,
    async close() {
      desk.stop();
      await close();
    },
  };
}
