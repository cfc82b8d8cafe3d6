import { z } from 'zod';
import { hashSecret } from '../../../shared/node/password-hash.ts';
import { line, optional, reference } from '../../../shared/protocol/basic.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { type Command, textOf, textsOf } from './command.ts';
import { checkInput, idTaken, noMerchant } from './problems.ts';

const REDIRECT_URIS_MAX = 20;
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

const redirectUri = line(LIMITS.uriMax).refine(
  isRedirectUri,
  'must be an https address, http on this machine, or the scheme of an app such as no.shop.app:/',
);

const input = z.object({
  id: optional(reference),
  name: line(LIMITS.merchantNameMax),
  redirect_uri: z
    .array(redirectUri)
    .min(1, 'must be given at least once')
    .max(REDIRECT_URIS_MAX, `must be given at most ${REDIRECT_URIS_MAX} times`),
});

/**
 * `create-oauth-client`: generates the secret and prints it once. The service keeps only its hash.
 */
export const createOauthClient: Command = {
  usage: 'create-oauth-client MERCHANT --name NAME --redirect-uri URI [options]',
  summary: 'create an OAuth application with a secret, which is printed once',
  words: ['MERCHANT'],
  options: [
    { name: 'name', kind: 'text', help: 'what customers are shown as its name', required: true },
    {
      name: 'redirect-uri',
      kind: 'texts',
      help: 'where customers are sent back to, to the letter; may come again',
      required: true,
    },
    { name: 'id', kind: 'text', help: 'its id; without one it is given one' },
  ],
  async run(deps, { words: [merchant = ''], options }) {
    const checked = checkInput(input, {
      id: textOf(options, 'id'),
      name: textOf(options, 'name') ?? '',
      redirect_uri: textsOf(options, 'redirect-uri'),
    });
    if (!checked.ok) return checked;
    const store = await deps.store();
    const missing = await noMerchant(store, merchant);
    if (missing !== null) return missing;
    const id = checked.value.id ?? `app-${deps.ids.short()}`;
    const taken = await idTaken(store, id);
    if (taken !== null) return taken;
    const secret = deps.ids.token();
    const secretHash = await hashSecret(secret, deps.random);
    const { name, redirect_uri: redirectUris } = checked.value;
    const client = { id, merchantId: merchant, name, secretHash, redirectUris, version: 1 };
    await store.oauth.putClient(client);
    return answer([`application ${id} of merchant ${merchant}`, `secret ${secret}`]);
  },
};

/**
 * Authorisation codes are sent there: no scheme that runs as a script, and no plain http over a
 * network.
 */
function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || /[\s#]/.test(text) || url.username !== '' || url.password !== '')
    return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return LOOPBACK.includes(url.hostname);
  // The scheme of an app is a reversed domain name (RFC 8252, 7.1).
  return url.protocol.includes('.');
}
