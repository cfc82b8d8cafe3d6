import { generateRsaKeyPair } from '../../../shared/node/key-pair.ts';
import { writeSecretFile } from '../../../shared/node/private-file.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { userInput } from '../../../shared/protocol/user.ts';
import { createUsers } from '../../merchants/users.ts';
import type { Store } from '../../store/store.ts';
import { type AdminDeps, type Command, textOf } from './command.ts';
import { checkInput, inOneLine, noMerchant, printListOf, writeFailure } from './problems.ts';

/** `create-user`: generates the secret and prints it once. The service keeps only its hash. */
export const createUser: Command = {
  usage: 'create-user MERCHANT [options]',
  summary: 'create an API user with a secret, which is printed once',
  words: ['MERCHANT'],
  options: [
    { name: 'id', kind: 'text', help: 'its id; without one it is given one' },
    { name: 'label', kind: 'text', help: 'what it is for' },
    { name: 'netmask', kind: 'text', help: 'where it may connect from, such as 192.0.2.0/24' },
  ],
  async run(deps, { words: [merchant = ''], options }) {
    const secret = deps.ids.token();
    const checked = checkInput(userInput, {
      id: textOf(options, 'id'),
      label: textOf(options, 'label'),
      netmask: textOf(options, 'netmask'),
      secret,
    });
    if (!checked.ok) return checked;
    const store = await deps.store();
    const missing = await noMerchant(store, merchant);
    if (missing !== null) return missing;
    const made = await rulesOn(store, deps).create(merchant, checked.value);
    if (!made.ok) return inOneLine(made.refusal);
    return answer([`user ${made.value.id} of merchant ${merchant}`, `secret ${secret}`]);
  },
};

/**
 * `create-key-pair`: writes the private key to a file and registers the public key for the user.
 */
export const createKeyPair: Command = {
  usage: 'create-key-pair MERCHANT USER --out FILE',
  summary: 'give a user a new RSA key; the private one is written to FILE',
  words: ['MERCHANT', 'USER'],
  options: [
    { name: 'out', kind: 'text', help: 'new file for the private key, PEM', required: true },
    { name: 'replace', kind: 'flag', help: 'take the place of a key the user has' },
  ],
  async run(deps, { words: [merchant = '', id = ''], options }) {
    const store = await deps.store();
    const missing = await noMerchant(store, merchant);
    if (missing !== null) return missing;
    const user = await store.users.read(merchant, id);
    if (user === null) return refuse('Not Found', `Merchant ${merchant} has no user ${id}.`);
    if (user.publicKey !== null && options.replace !== true) {
      return refuse('Conflict', `User ${id} has a key; give --replace to end that one.`);
    }
    const pair = await generateRsaKeyPair();
    const out = textOf(options, 'out') ?? '';
    // The private key is written first, so that a key is never registered without its private key.
    const failure = await writeSecretFile(out, pair.privateKey).catch(writeFailure(out));
    if (failure !== undefined) return failure;
    const next = { ...user, publicKey: pair.publicKey, version: user.version + 1 };
    if (!(await store.users.change(merchant, next, false))) {
      return refuse('Conflict', `User ${id} was changed at the same time; try again.`);
    }
    return answer([`private key ${out}`, `user ${id} of merchant ${merchant} can sign now`]);
  },
};

/** `list-users`: rights of each user, never a secret. */
export const listUsers: Command = {
  usage: 'list-users MERCHANT',
  summary: 'list the API users of a merchant',
  words: ['MERCHANT'],
  options: [],
  run: (deps, { words: [merchant = ''] }) =>
    printListOf(deps, merchant, ({ users }) => ({
      page: (after: string | null, limit) => users.list(merchant, after, limit),
      first: null,
      cursorOf: ({ id }) => id,
      columnsOf: async ({ id, secretHash, publicKey, netmask, label }) => {
        const powers = [secretHash === null ? '' : 'secret', publicKey === null ? '' : 'key'];
        const power = powers.filter(Boolean).join('+') || 'nothing';
        return [id, power, netmask ?? 'anywhere', label ?? ''];
      },
    })),
};

function rulesOn(store: Store, { ids, random }: Pick<AdminDeps, 'ids' | 'random'>) {
  return createUsers({ store, ids, random });
}
