import { rm } from 'node:fs/promises';
import { generateRsaKeyPair } from '../../../shared/node/key-pair.ts';
import { writeSecretFile } from '../../../shared/node/private-file.ts';
import type { Answer } from '../../../shared/protocol/errors.ts';
import type { ActOutput } from '../operator/acts.ts';
import { carrying } from './act-command.ts';
import { backup, verify } from './backup.ts';
import { type Command, type CommandOptions, textOf } from './command.ts';
import { writeFailure } from './files.ts';
import { moveToPostgresql } from './move-to-postgresql.ts';
import { acceptLoss, restore } from './restore.ts';

const OF_MERCHANT = { merchant: 'MERCHANT' };
const OF_CUSTOMER = { customer: 'NUMBER|ID' };
const PERSON = { ...OF_MERCHANT, user: 'SSP-USER' };

/** A line of columns; empty ones at its end are left out. */
const row = (...columns: readonly unknown[]) =>
  columns
    .map((one) => one ?? '')
    .join('\t')
    .trimEnd();

const addressOf = ({ first_user, expires }: ActOutput<'userInvite'>) => [
  `first user ${first_user}`,
  `the address works once, until ${expires} UTC`,
];

/**
 * Has an act register the public part of a new RSA key whose private part is in a new file. The file is written first,
 * so that a key is never registered without its private part; it goes if the act is refused.
 */
async function withNewKey<T>(
  out: string,
  register: (publicKey: string) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const pair = await generateRsaKeyPair();
  const failure = await writeSecretFile(out, pair.privateKey).catch(writeFailure(out));
  if (failure !== undefined) return failure;
  const done = await register(pair.publicKey);
  if (!done.ok) await rm(out);
  return done;
}

const keyFile = (name: string) =>
  ({
    name,
    kind: 'text',
    help: 'New file for the private key, PEM.',
    required: true,
    value: 'FILE',
  }) as const;
const fileOf = (options: CommandOptions, name: string) => textOf(options, name) ?? '';

/** Every command of `tillkit admin`, by its name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  carrying('create-merchant', {
    act: 'merchantCreate',
    called: { lookup_ids: 'lookup-id', currencies: 'currency' },
    makesData: true,
    lines: ({ id, settlement_accounts, ...rest }) => [
      `merchant ${id}`,
      `settlement accounts ${settlement_accounts.join(' ')}`,
      ...addressOf(rest),
    ],
  }),
  carrying('invite-user', { act: 'userInvite', words: OF_MERCHANT, lines: addressOf }),
  carrying('create-user', {
    act: 'userCreate',
    words: OF_MERCHANT,
    lines: ({ id, secret }, { merchant }) => [
      `user ${id} of merchant ${merchant}`,
      `secret ${secret}`,
    ],
  }),
  carrying('create-key-pair', {
    act: 'userKey',
    words: { ...OF_MERCHANT, user: 'USER' },
    own: ['public_key'],
    options: [keyFile('out')],
    perform: (deps, input, options) =>
      withNewKey(fileOf(options, 'out'), (public_key) =>
        deps.act('userKey', { ...input, public_key }),
      ),
    lines: ({ id }, { merchant }, options) => [
      `private key ${fileOf(options, 'out')}`,
      `user ${id} of merchant ${merchant} can sign now`,
    ],
  }),
  carrying('create-integrator', {
    act: 'integratorCreate',
    own: ['public_key'],
    options: [keyFile('key-out')],
    makesData: true,
    perform: (deps, input, options) =>
      withNewKey(fileOf(options, 'key-out'), (public_key) =>
        deps.act('integratorCreate', { ...input, public_key }),
      ),
    lines: ({ id }, _, options) => [
      `integrator ${id}`,
      `private key ${fileOf(options, 'key-out')}`,
    ],
  }),
  carrying('create-oauth-client', {
    act: 'applicationCreate',
    words: OF_MERCHANT,
    called: { redirect_uris: 'redirect-uri' },
    lines: ({ id, secret }, { merchant }) => [
      `application ${id} of merchant ${merchant}`,
      `secret ${secret}`,
    ],
  }),
  carrying('set-merchant', {
    act: 'merchantSet',
    words: OF_MERCHANT,
    called: { business_documents: 'documents', currencies: 'currency' },
    lines: ({ id, legal_entity, currencies, auto_release: released }) => [
      ...(legal_entity === null ? [] : [`merchant ${id} belongs to ${legal_entity}`]),
      `merchant ${id}: currencies ${currencies.join(' ')}`,
      `an authorisation that ends is ${released ? 'released' : 'held until it is released'}`,
    ],
  }),
  carrying('set-integrator', {
    act: 'merchantIntegrator',
    words: { ...OF_MERCHANT, integrator: 'INTEGRATOR|none' },
    lines: ({ id }, { integrator }) => [`merchant ${id}: integrator ${integrator}`],
  }),
  carrying('set-logo', {
    act: 'merchantLogo',
    words: { ...OF_MERCHANT, file: 'FILE' },
    lines: ({ id, bytes }) => [`merchant ${id}: logo of ${bytes} bytes`],
  }),
  carrying('list-merchants', {
    act: 'merchantList',
    columns: 'id, name, integrator',
    lines: ({ merchants }) =>
      merchants.map(({ id, name, integrator, stored }) =>
        row(id, name, integrator, ...stored.map((one) => `${one.kind} ${one.count} ${one.bytes}`)),
      ),
  }),
  carrying('list-users', {
    act: 'userList',
    words: OF_MERCHANT,
    columns: 'id, power, netmask, label',
    lines: ({ users }) =>
      users.map(({ id, has_secret, has_key, netmask, label }) => {
        const powers = [has_secret ? 'secret' : '', has_key ? 'key' : ''].filter(Boolean);
        return row(id, powers.join('+') || 'nothing', netmask ?? 'anywhere', label);
      }),
  }),
  carrying('create-self-service-user', {
    act: 'personCreate',
    words: { ...OF_MERCHANT, email: 'EMAIL' },
    lines: ({ id, role }, { merchant }) => [
      `self-service user ${id} of merchant ${merchant}, ${role}`,
    ],
  }),
  carrying('list-self-service-users', {
    act: 'personList',
    words: OF_MERCHANT,
    columns: 'id, role, second factor, address, companies',
    lines: ({ users }) =>
      users.map(({ id, role, has_second_factor, email, legal_entities }) => {
        const factor = has_second_factor ? 'second factor' : 'no second factor';
        return row(id, role, factor, email, legal_entities.join(' '));
      }),
  }),
  carrying('set-role', {
    act: 'personRole',
    words: { ...PERSON, role: 'ROLE' },
    lines: ({ id }, { role }) => [`self-service user ${id}: ${role}`],
  }),
  carrying('reset-second-factor', {
    act: 'secondFactorReset',
    words: { email: 'EMAIL' },
    lines: (_, { email }) => [`${email} sets up a new authenticator app at the next sign-in`],
  }),
  carrying('set-legal-entities', {
    act: 'personEntities',
    words: PERSON,
    called: { legal_entities: 'entity' },
    lines: ({ id }, { legal_entities: of = [] }) => [
      `self-service user ${id}: ${[of].flat().join(' ') || 'no legal entities'}`,
    ],
  }),
  carrying('create-customer', {
    act: 'customerCreate',
    words: { msisdn: 'NUMBER' },
    called: { allow_credit: 'credit' },
    makesData: true,
    lines: ({ id, msisdn }) => [`customer ${id} with the number ${msisdn}`],
  }),
  carrying('invite-customer', {
    act: 'customerInvite',
    words: { msisdn: 'NUMBER' },
    makesData: true,
    lines: ({ msisdn }) => [`the number ${msisdn} may register`],
  }),
  carrying('import-customers', {
    act: 'customerImport',
    words: { file: 'FILE' },
    makesData: true,
    lines: ({ created, present }) => [
      `${created} customers created, ${present} were there already`,
    ],
  }),
  carrying('list-customers', {
    act: 'customerList',
    columns: 'id, number, status, credit, created, terms, name',
    lines: ({ customers }) =>
      customers.map(({ id, msisdn, status, allow_credit, created, terms, name }) => {
        const accepted = terms === null ? 'no terms' : `${terms.version} ${terms.accepted}`;
        return row(
          id,
          msisdn,
          status,
          allow_credit ? 'credit' : 'no credit',
          created,
          accepted,
          name,
        );
      }),
  }),
  carrying('block-customer', {
    act: 'customerBlock',
    words: OF_CUSTOMER,
    lines: ({ id, status }) => [`customer ${id} is ${status}`],
  }),
  carrying('unblock-customer', {
    act: 'customerUnblock',
    words: OF_CUSTOMER,
    lines: ({ id, status }) => [`customer ${id} is ${status}`],
  }),
  carrying('allow-credit', {
    act: 'customerCredit',
    words: { ...OF_CUSTOMER, allow_credit: 'yes|no' },
    lines: ({ id, allow_credit: may }) => [`customer ${id} may ${may ? '' : 'not '}pay by credit`],
  }),
  carrying('export-customer', {
    act: 'customerExport',
    words: OF_CUSTOMER,
    options: [
      { name: 'out', kind: 'text', help: 'New file for the JSON; otherwise it is printed.' },
    ],
    async perform(deps, input, options) {
      const out = textOf(options, 'out');
      const data = await deps.act('customerExport', input);
      if (!data.ok || out === null) return data;
      const json = `${JSON.stringify(data.value, null, 2)}\n`;
      return (await writeSecretFile(out, json).catch(writeFailure(out))) ?? data;
    },
    lines: (data, _, { out }) =>
      out === undefined ? [JSON.stringify(data, null, 2)] : [`data of the customer in ${out}`],
  }),
  carrying('erase-customer', {
    act: 'customerErase',
    words: OF_CUSTOMER,
    called: { confirm: 'yes' },
    lines: ({ id }) => [`customer ${id} is erased`],
  }),
  carrying('issue-serials', {
    act: 'serialIssue',
    words: { first: 'FIRST', last: 'LAST' },
    makesData: true,
    lines: ({ issued, present }) => [
      `${issued} serial numbers issued, ${present} were issued before`,
    ],
  }),
  carrying('show-settlements', {
    act: 'settlementList',
    words: OF_MERCHANT,
    columns: 'number, from, to, currency, gross, fees, payout, carried on',
    lines: ({ settlements }) =>
      settlements.map(({ number, start, end, currency, gross, fees, payout, carried }) =>
        row(number, start, end, currency, gross, fees, payout, carried),
      ),
  }),
  carrying('list-callbacks', {
    act: 'callbackList',
    words: OF_MERCHANT,
    columns: 'id, state, event, about, to, attempts, next, last',
    lines: ({ callbacks }) =>
      callbacks.map(({ id, state, event, about, uri, attempts, next, problem }) => {
        const waits = state === 'open' ? 'waits' : 'never';
        return row(id, state, event, about, uri, attempts, next ?? waits, problem);
      }),
  }),
  carrying('resend-callback', {
    act: 'callbackResend',
    words: { ...OF_MERCHANT, callback: 'CALLBACK' },
    lines: ({ id }) => [
      `callback ${id} is due: a running service sends it within a minute, another at its start`,
    ],
  }),
  carrying('status', {
    act: 'status',
    needsPerson: ({ checks }) => checks.some(({ fine }) => !fine),
    lines: ({ version, time, checks }) => [
      `tillkit ${version}, ${time} UTC`,
      ...checks.flatMap(({ check, fine, sentence, cases, next }) => [
        `${fine ? 'ok     ' : 'PROBLEM'}  ${check.padEnd(9)}  ${sentence}`,
        ...cases.map((one) => `${' '.repeat(20)}${one}`),
        ...(next === null ? [] : [`${' '.repeat(18)}> ${next}`]),
      ]),
    ],
  }),
  carrying('confirm-clock', {
    act: 'clockConfirm',
    lines: ({ time, newest }) => [
      `The time is ${time} UTC; the newest commit was: ${newest === null ? 'none' : `${newest} UTC`}.`,
      'The service trusts its clock again within ten seconds, or at its next start.',
    ],
  }),
  ['backup', backup],
  ['verify', verify],
  ['restore', restore],
  ['accept-loss', acceptLoss],
  ['move-to-postgresql', moveToPostgresql],
]);
