import { z } from 'zod';
import { PORTAL_ROLES } from '../../../../shared/portal/sign-in.ts';
import { line, optional, reference, withDefault } from '../../../../shared/protocol/basic.ts';
import { answer, refuse } from '../../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { sspUserInput, userInput } from '../../../../shared/protocol/user.ts';
import { idTaken, redirectUris, registerApplication } from '../../../merchants/applications.ts';
import { readPublicKey } from '../../../merchants/read-public-key.ts';
import { createUsers } from '../../../merchants/users.ts';
import { paged } from '../../../store/pages.ts';
import { act, merchant, named, nextOf, noMerchant, page, publicOrigin } from '../act.ts';
import { invitation, invited } from '../invitation.ts';

const user = named.describe('The id of the self-service user.');
const givenId = optional(reference).describe('Its id; without one it is given one.');
const netmask = userInput.shape.netmask.describe(
  'Where it may connect from, such as 192.0.2.0/24.',
);
const secret = z.string().describe('Its secret. The service keeps only a hash of it.');
const role = z.enum(PORTAL_ROLES).describe('What it may do in the portal.');
const publicKey = z
  .string()
  .max(LIMITS.publicKeyTextMax)
  .transform((text, context) => {
    const read = readPublicKey(text);
    if (read.ok) return read.value;
    context.addIssue({ code: 'custom', message: read.refusal.description });
    return z.NEVER;
  })
  .describe('The public RSA key, PEM.');

const noPerson = (of: string, id: string) =>
  refuse('Not Found', `Merchant ${of} has no self-service user ${id}.`);

/** An answer that has only the id of what was changed. */
const changed = z.object({ id: z.string().describe('The id.') });
const CREATED = { method: 'POST', success: 201, errors: ['Not Found', 'Conflict'] } as const;
const CHANGED = { ...CREATED, success: 200, output: changed } as const;
const LISTED = { method: 'GET', success: 200, errors: ['Not Found'] } as const;

/** Acts on API users, integrators and applications. */
export const USER_ACTS = {
  userInvite: act({
    ...CREATED,
    path: '/merchants/:merchant/invitation/',
    summary: 'Make a one-time address at which a user creates its secret and key in the browser',
    about: 'An earlier address of the merchant ends (D-527).',
    input: z.strictObject({ merchant, public_origin: publicOrigin }),
    output: invitation,
    async run(deps, { merchant: id, public_origin: origin }) {
      return (await noMerchant(deps, id)) ?? answer(await invited(deps, id, origin));
    },
  }),
  userCreate: act({
    ...CREATED,
    path: '/merchants/:merchant/users/',
    summary: 'Create an API user with a secret, which is shown once',
    about: 'The log has the id and never the secret (D-527).',
    input: z.strictObject({
      merchant,
      id: userInput.shape.id.describe('Its id; without one it is given one.'),
      label: userInput.shape.label.describe('What it is for.'),
      netmask,
    }),
    output: z.object({ id: z.string().describe('The id of the user.'), secret }),
    async run(deps, { merchant: of, ...input }) {
      const missing = await noMerchant(deps, of);
      if (missing !== null) return missing;
      const own = deps.ids.token();
      const made = await createUsers(deps).create(of, { ...input, secret: own, pubkey: null });
      return made.ok ? answer({ id: made.value.id, secret: own }) : made;
    },
  }),
  userList: act({
    ...LISTED,
    path: '/merchants/:merchant/users/',
    summary: 'List the API users of a merchant',
    input: z.strictObject({ merchant, ...page(named) }),
    output: z.object({
      users: z.array(
        z.object({
          id: z.string().describe('The id.'),
          has_secret: z.boolean(),
          has_key: z.boolean(),
          netmask: z.string().nullable().describe('Where it may connect from; null for anywhere.'),
          label: z.string().nullable().describe('What it is for.'),
        }),
      ),
      next: nextOf(z.string()),
    }),
    async run(deps, { merchant: of, after, limit }) {
      const missing = await noMerchant(deps, of);
      if (missing !== null) return missing;
      const found = await deps.store.users.list(of, after, limit + 1);
      const { rows, next } = paged(found, limit, ({ id }) => id);
      const users = rows.map(({ id, secretHash, publicKey: key, netmask: from, label }) => ({
        id,
        has_secret: secretHash !== null,
        has_key: key !== null,
        netmask: from,
        label,
      }));
      return answer({ users, next });
    },
  }),
  userKey: act({
    ...CHANGED,
    path: '/merchants/:merchant/users/:user/key/',
    summary: 'Give a user an RSA key, of which the service gets the public part',
    input: z.strictObject({
      merchant,
      user: named.describe('The id of the user.'),
      public_key: publicKey,
      replace: withDefault(z.boolean(), false).describe('Take the place of a key the user has.'),
    }),
    async run(deps, { merchant: of, user: id, public_key, replace }) {
      const missing = await noMerchant(deps, of);
      if (missing !== null) return missing;
      const { users } = deps.store;
      const found = await users.read(of, id);
      if (found === null) return refuse('Not Found', `Merchant ${of} has no user ${id}.`);
      if (found.publicKey !== null && !replace) {
        return refuse('Conflict', `User ${id} has a key; say replace to end that one.`);
      }
      const next = { ...found, publicKey: public_key, version: found.version + 1 };
      if (await users.change(of, next, false)) return answer({ id });
      return refuse('Conflict', `User ${id} was changed at the same time; try again.`);
    },
  }),
  integratorCreate: act({
    ...CREATED,
    path: '/integrators/',
    summary: 'Create an integrator, which signs its requests and has no secret',
    about: 'It may act for the merchants that name it (D-05).',
    input: z.strictObject({
      name: line(LIMITS.merchantNameMax).describe('Who it is.'),
      id: givenId,
      netmask,
      public_key: publicKey,
    }),
    output: changed,
    async run({ store, ids }, { id: given, name, netmask: from, public_key }) {
      const id = given ?? ids.short();
      const taken = await idTaken(store, id);
      if (taken !== null) return taken;
      await store.integrators.put({ id, name, netmask: from || null, publicKey: public_key });
      return answer({ id });
    },
  }),
  applicationCreate: act({
    ...CREATED,
    path: '/merchants/:merchant/applications/',
    summary: 'Create an OAuth application with a secret, which is shown once',
    about: 'The log has the id and never the secret (D-527).',
    input: z.strictObject({
      merchant,
      name: line(LIMITS.merchantNameMax).describe('What customers are shown as its name.'),
      redirect_uris: redirectUris.describe('Where customers are sent back to, to the letter.'),
      id: givenId,
    }),
    output: z.object({ id: z.string().describe('The id of the application.'), secret }),
    async run(deps, { merchant: of, id, name, redirect_uris: uris }) {
      const missing = await noMerchant(deps, of);
      if (missing !== null) return missing;
      const made = await registerApplication(deps, of, { id, name, uris });
      return made.ok ? answer({ id: made.value.client.id, secret: made.value.secret }) : made;
    },
  }),
};

/** Acts on self-service users: people who sign in to the portal by e-mail (D-76). */
export const PERSON_ACTS = {
  personCreate: act({
    ...CREATED,
    path: '/merchants/:merchant/self-service-users/',
    summary: 'Create a person who signs in to the portal by e-mail',
    input: z.strictObject({
      merchant,
      email: sspUserInput.shape.email.describe('The address to which codes are sent.'),
      role: withDefault(role, PORTAL_ROLES[0]).describe('What it may do in the portal.'),
    }),
    output: z.object({ id: z.string().describe('The id of the self-service user.'), role }),
    async run(deps, { merchant: of, email, role: given }) {
      const missing = await noMerchant(deps, of);
      if (missing !== null) return missing;
      const person = { id: deps.ids.short(), email, phone: null, name: null };
      const added = { ...person, legal_entities: [], bankid: null };
      if (await deps.store.sspUsers.create(of, added, given)) {
        return answer({ id: person.id, role: given });
      }
      return refuse('Conflict', `Merchant ${of} has a self-service user ${email} already.`);
    },
  }),
  personList: act({
    ...LISTED,
    path: '/merchants/:merchant/self-service-users/',
    summary: 'List the self-service users of a merchant with their roles and companies',
    input: z.strictObject({ merchant, ...page(named) }),
    output: z.object({
      users: z.array(
        z.object({
          id: z.string().describe('The id.'),
          role,
          has_second_factor: z.boolean().describe('Whether it has an authenticator app.'),
          email: z.string(),
          legal_entities: z.array(z.string()).describe('The companies that it acts for.'),
        }),
      ),
      next: nextOf(z.string()),
    }),
    async run(deps, { merchant: of, after, limit }) {
      const missing = await noMerchant(deps, of);
      if (missing !== null) return missing;
      const { sspUsers } = deps.store;
      const { rows, next } = paged(
        await sspUsers.list(of, after, limit + 1),
        limit,
        ({ id }) => id,
      );
      const users = [];
      for (const { id, role: given, email, legal_entities } of rows) {
        const has_second_factor = (await sspUsers.factor(email)) !== null;
        users.push({
          id,
          role: given,
          has_second_factor,
          email,
          legal_entities: [...legal_entities],
        });
      }
      return answer({ users, next });
    },
  }),
  personRole: act({
    ...CHANGED,
    path: '/merchants/:merchant/self-service-users/:user/role/',
    summary: 'Set the role of a self-service user in the portal, from its next request on',
    input: z.strictObject({ merchant, user, role }),
    async run(deps, { merchant: of, user: id, role: given }) {
      const missing = await noMerchant(deps, of);
      if (missing !== null) return missing;
      return (await deps.store.sspUsers.setRole(of, id, given)) ? answer({ id }) : noPerson(of, id);
    },
  }),
  personEntities: act({
    ...CHANGED,
    path: '/merchants/:merchant/self-service-users/:user/legal-entities/',
    summary: 'Set the companies that a self-service user acts for',
    about: 'A self-service user with companies cannot be removed (D-76).',
    input: z.strictObject({
      merchant,
      user,
      legal_entities: withDefault(
        z.array(line(LIMITS.lookupIdMax)).max(LIMITS.legalEntitiesMax),
        [],
      ).describe('The ids of all its companies; none when left out.'),
    }),
    async run(deps, { merchant: of, user: id, legal_entities }) {
      const missing = await noMerchant(deps, of);
      if (missing !== null) return missing;
      const done = await deps.store.sspUsers.setLegalEntities(of, id, legal_entities);
      return done ? answer({ id }) : noPerson(of, id);
    },
  }),
  secondFactorReset: act({
    ...CHANGED,
    path: '/second-factor/reset/',
    summary: 'Remove the authenticator app and recovery codes of a person, and end its sessions',
    about: 'The person sets up a new authenticator app at the next sign-in.',
    input: z.strictObject({
      email: line(LIMITS.sspEmailMax).describe('The address of the person.'),
    }),
    output: z.object({}),
    errors: ['Not Found'],
    async run({ store }, { email }) {
      if (await store.sspUsers.resetFactor(email)) return answer({});
      return refuse('Not Found', `${email} has no second factor.`);
    },
  }),
};
