import { z } from 'zod';
import { tokenHash } from '../../../shared/node/password-hash.ts';
import { FIRST_USER_MARK, PORTAL_PAGE } from '../../../shared/portal/contract.ts';
import { dateTime } from '../../../shared/protocol/basic.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import type { ActDeps } from './act.ts';

/** The address of the portal at which a user of a merchant creates its secret and key. */
export const invitation = z.object({
  first_user: z
    .string()
    .describe('A one-time address of the portal; a user creates its secret and key there.'),
  expires: dateTime.describe('When the address ends, UTC.'),
});

/**
 * Makes the address. It can be used once; an earlier address of the merchant ends. The token stands after `#`, so it
 * reaches no log of a server or proxy.
 */
export async function invited(
  { store, ids, now, root }: Pick<ActDeps, 'store' | 'ids' | 'now' | 'root'>,
  merchant: string,
  origin: string | null,
): Promise<z.infer<typeof invitation>> {
  const token = ids.token();
  const expires = now() + LIMITS.portalInvitationLife;
  await store.users.putInvitation(merchant, tokenHash(token), expires);
  const first_user = `${origin ?? root()}${PORTAL_PAGE}#${FIRST_USER_MARK}${merchant}.${token}`;
  return { first_user, expires: formatDateTime(expires) };
}
