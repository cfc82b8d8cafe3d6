import { z } from 'zod';
import { PORTAL_ROLES } from '../../../shared/portal/sign-in.ts';
import { line } from '../../../shared/protocol/basic.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { sspUserInput } from '../../../shared/protocol/user.ts';
import { type Command, textOf, textsOf } from './command.ts';
import { checkInput, noMerchant, printListOf } from './problems.ts';

const role = z.object({ role: z.enum(PORTAL_ROLES) });
const ROLES = PORTAL_ROLES.join(', ');

const noUser = (merchant: string, id: string) =>
  refuse('Not Found', `Merchant ${merchant} has no self-service user ${id}.`);

/** `create-self-service-user`: a person who signs in to the portal by e-mail (D-76). */
const createSelfServiceUser: Command = {
  usage: 'create-self-service-user MERCHANT EMAIL [options]',
  summary: 'create a person who signs in to the portal by e-mail',
  words: ['MERCHANT', 'EMAIL'],
  options: [{ name: 'role', kind: 'text', help: `${ROLES}; without one ${PORTAL_ROLES[0]}` }],
  async run(deps, { words: [merchant = '', address = ''], options }) {
    const checked = checkInput(sspUserInput.extend(role.shape), {
      email: address,
      role: textOf(options, 'role') ?? PORTAL_ROLES[0],
    });
    if (!checked.ok) return checked;
    const store = await deps.store();
    const missing = await noMerchant(store, merchant);
    if (missing !== null) return missing;
    const { role: given, ...person } = checked.value;
    const id = deps.ids.short();
    const user = { ...person, id, legal_entities: [], bankid: null };
    if (!(await store.sspUsers.create(merchant, user, given))) {
      return refuse('Conflict', `Merchant ${merchant} has a self-service user ${address} already.`);
    }
    return answer([`self-service user ${id} of merchant ${merchant}, ${given}`]);
  },
};

/** `list-self-service-users`: id, role, second factor and address of each. */
const listSelfServiceUsers: Command = {
  usage: 'list-self-service-users MERCHANT',
  summary: 'list the self-service users of a merchant with their roles and companies',
  words: ['MERCHANT'],
  options: [],
  run: (deps, { words: [merchant = ''] }) =>
    printListOf(deps, merchant, ({ sspUsers }) => ({
      page: (after: string | null, limit) => sspUsers.list(merchant, after, limit),
      first: null,
      cursorOf: ({ id }) => id,
      columnsOf: async ({ id, role: given, email, legal_entities }) => {
        const enrolled = (await sspUsers.factor(email)) !== null;
        const factor = enrolled ? 'second factor' : 'no second factor';
        return [id, given, factor, email, legal_entities.join(' ')];
      },
    })),
};

/** `set-role`: what a self-service user may do in the portal, from its next request on. */
const setRole: Command = {
  usage: 'set-role MERCHANT SSP-USER ROLE',
  summary: `set the role of a self-service user in the portal: ${ROLES}`,
  words: ['MERCHANT', 'SSP-USER', 'ROLE'],
  options: [],
  async run(deps, { words: [merchant = '', id = '', word = ''] }) {
    const checked = checkInput(role, { role: word });
    if (!checked.ok) return checked;
    const store = await deps.store();
    const missing = await noMerchant(store, merchant);
    if (missing !== null) return missing;
    const done = await store.sspUsers.setRole(merchant, id, checked.value.role);
    return done ? answer([`self-service user ${id}: ${word}`]) : noUser(merchant, id);
  },
};

/** `reset-second-factor`: ends the person's sessions; the next sign-in enrols a new app. */
const resetSecondFactor: Command = {
  usage: 'reset-second-factor EMAIL',
  summary: 'remove the authenticator app and recovery codes of a person, and end its sessions',
  words: ['EMAIL'],
  options: [],
  async run(deps, { words: [address = ''] }) {
    const store = await deps.store();
    if (await store.sspUsers.resetFactor(address)) {
      return answer([`${address} sets up a new authenticator app at the next sign-in`]);
    }
    return refuse('Not Found', `${address} has no second factor.`);
  },
};

const entities = z.object({
  entity: z.array(line(LIMITS.lookupIdMax)).max(LIMITS.legalEntitiesMax),
});

/** `set-legal-entities`: a self-service user with legal entities cannot be removed (D-76). */
const setLegalEntities: Command = {
  usage: 'set-legal-entities MERCHANT SSP-USER [options]',
  summary: 'set the companies that a self-service user acts for; without --entity none',
  words: ['MERCHANT', 'SSP-USER'],
  options: [{ name: 'entity', kind: 'texts', help: 'id of a legal entity; may come again' }],
  async run(deps, { words: [merchant = '', id = ''], options }) {
    const checked = checkInput(entities, { entity: textsOf(options, 'entity') });
    if (!checked.ok) return checked;
    const store = await deps.store();
    const missing = await noMerchant(store, merchant);
    if (missing !== null) return missing;
    const { entity } = checked.value;
    if (!(await store.sspUsers.setLegalEntities(merchant, id, entity))) {
      return noUser(merchant, id);
    }
    return answer([`self-service user ${id}: ${entity.join(' ') || 'no legal entities'}`]);
  },
};

/** The commands for self-service users, by their names. */
export const SELF_SERVICE_COMMANDS: readonly (readonly [string, Command])[] = [
  ['create-self-service-user', createSelfServiceUser],
  ['list-self-service-users', listSelfServiceUsers],
  ['set-role', setRole],
  ['reset-second-factor', resetSecondFactor],
  ['set-legal-entities', setLegalEntities],
];
