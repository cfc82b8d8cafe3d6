import { tokenHash } from '../../../shared/node/password-hash.ts';
import { FIRST_USER_MARK, PORTAL_PAGE } from '../../../shared/portal/contract.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import type { Store } from '../../store/store.ts';
import { DEFAULT_PORT } from '../options.ts';
import { publicOriginProblem, rootOf } from '../origins.ts';
import { type AdminDeps, type Command, type CommandOptions, textOf } from './command.ts';
import { noMerchant } from './problems.ts';

/** The option of commands that print an address of the portal. */
export const ORIGIN_OPTION = {
  name: 'public-origin',
  kind: 'text',
  help: 'origin of the portal in the printed address (TILLKIT_PUBLIC_ORIGIN, or that of the running service)',
} as const;

/**
 * The origin of the portal: of the option or its variable, of the service that runs on the data, or of this
 * machine. Refuses an option that is no origin.
 */
export async function walletOrigin(
  { publicOrigin, runningRoot }: Pick<AdminDeps, 'publicOrigin' | 'runningRoot'>,
  options: CommandOptions,
): Promise<Answer<string>> {
  const origin = textOf(options, ORIGIN_OPTION.name) ?? publicOrigin;
  if (origin === null) return answer((await runningRoot()) ?? `http://127.0.0.1:${DEFAULT_PORT}`);
  const problem = publicOriginProblem(origin);
  if (problem !== null) return refuse('Bad Request', `--public-origin ${problem}`);
  return answer(rootOf(origin));
}

/**
 * Makes the address of the portal at which a user of the merchant creates its secret and key. It can be
 * used once; an earlier address of the merchant ends. The token stands after `#`, so it reaches no log
 * of a server or proxy.
 */
export async function inviteUser(
  store: Store,
  { ids, now }: Pick<AdminDeps, 'ids' | 'now'>,
  merchantId: string,
  origin: string,
): Promise<readonly string[]> {
  const token = ids.token();
  const expires = now() + LIMITS.portalInvitationLife;
  await store.users.putInvitation(merchantId, tokenHash(token), expires);
  const address = `${origin}${PORTAL_PAGE}#${FIRST_USER_MARK}${merchantId}.${token}`;
  return [`first user ${address}`, `the address works once, until ${formatDateTime(expires)} UTC`];
}

/** `invite-user`: the one-time address again, for a lost one or for another user with all rights. */
export const inviteUserCommand: Command = {
  usage: 'invite-user MERCHANT [options]',
  summary: 'print a one-time address at which a user creates its secret and key in the browser',
  words: ['MERCHANT'],
  options: [ORIGIN_OPTION],
  async run(deps, { words: [merchant = ''], options }) {
    const origin = await walletOrigin(deps, options);
    if (!origin.ok) return origin;
    const store = await deps.store();
    const missing = await noMerchant(store, merchant);
    return missing ?? answer(await inviteUser(store, deps, merchant, origin.value));
  },
};
