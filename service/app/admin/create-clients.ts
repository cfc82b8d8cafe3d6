import { z } from 'zod';
import { generateRsaKeyPair } from '../../../shared/node/key-pair.ts';
import { writeSecretFile } from '../../../shared/node/private-file.ts';
import { line, optional, reference } from '../../../shared/protocol/basic.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { userUpdate } from '../../../shared/protocol/user.ts';
import { idTaken, redirectUris, registerApplication } from '../../merchants/applications.ts';
import { type Command, textOf, textsOf } from './command.ts';
import { checkInput, noMerchant, writeFailure } from './problems.ts';

const input = z.object({
  id: optional(reference),
  name: line(LIMITS.merchantNameMax),
  netmask: userUpdate.shape.netmask,
});

/**
 * `create-integrator`: an integrator signs its requests, so it gets a key pair and no secret
 * (D-05).
 */
export const createIntegrator: Command = {
  usage: 'create-integrator --name NAME --key-out FILE [options]',
  summary: 'create an integrator; its private key is written to FILE',
  words: [],
  options: [
    { name: 'name', kind: 'text', help: 'who it is', required: true },
    { name: 'key-out', kind: 'text', help: 'new file for the private key, PEM', required: true },
    { name: 'id', kind: 'text', help: 'its id; without one it is given one' },
    { name: 'netmask', kind: 'text', help: 'where it may connect from, such as 192.0.2.0/24' },
  ],
  makesData: true,
  async run(deps, { options }) {
    const checked = checkInput(input, {
      id: textOf(options, 'id'),
      name: textOf(options, 'name') ?? '',
      netmask: textOf(options, 'netmask'),
    });
    if (!checked.ok) return checked;
    const id = checked.value.id ?? deps.ids.short();
    const store = await deps.store();
    const taken = await idTaken(store, id);
    if (taken !== null) return taken;
    const pair = await generateRsaKeyPair();
    const out = textOf(options, 'key-out') ?? '';
    const failure = await writeSecretFile(out, pair.privateKey).catch(writeFailure(out));
    if (failure !== undefined) return failure;
    const { name, netmask } = checked.value;
    await store.integrators.put({ id, name, netmask: netmask || null, publicKey: pair.publicKey });
    return answer([`integrator ${id}`, `private key ${out}`]);
  },
};

const application = z.object({
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
    const checked = checkInput(application, {
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
