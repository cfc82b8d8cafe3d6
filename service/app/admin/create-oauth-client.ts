import { z } from 'zod';
import { line, optional, reference } from '../../../shared/protocol/basic.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { redirectUris, registerApplication } from '../../merchants/applications.ts';
import { type Command, textOf, textsOf } from './command.ts';
import { checkInput, noMerchant } from './problems.ts';

const input = z.object({
  id: optional(reference),
  name: line(LIMITS.merchantNameMax),
  redirect_uri: redirectUris,
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
    const { name, redirect_uri: uris } = checked.value;
    const parts = { store, ids: deps.ids, random: deps.random };
    const made = await registerApplication(parts, merchant, { id: checked.value.id, name, uris });
    if (!made.ok) return made;
    const { client, secret } = made.value;
    return answer([`application ${client.id} of merchant ${merchant}`, `secret ${secret}`]);
  },
};
