import { createPrivateKey, createPublicKey } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createService } from '../../../../service/index.ts';
import { secretHeaders, send, signedHeaders } from '../../../support/wire.ts';
import { CLI, openAdmin } from '../../admin/run-admin.ts';

let admin: ReturnType<typeof openAdmin>;
beforeEach(() => {
  admin = openAdmin();
});
afterEach(() => admin.stop());

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** A shop with its integrator, and a user with a secret and a key, made by the commands. */
async function makeShop() {
  const key = join(admin.folder, 'agent.pem');
  await admin.done('create-integrator', '--id', 'agent', '--name', 'Agent', '--key-out', key);
  const made = await admin.done(
    ...['create-merchant', '--id', 'shop', '--name', 'Kaffebaren Løkka'],
    ...['--organization-id', '999888777', '--integrator', 'agent', '--mcc', '5814'],
    ...['--currency', 'NOK', '--currency', 'SEK', '--payment-limit', '500000'],
    ...['--transaction-fee-bp', '100', '--transaction-fee', '50', '--frequency', 'weekly'],
  );
  const user = await admin.done('create-user', 'shop', '--id', 'pos');
  const secret = /^secret (\S{43})$/m.exec(user)?.[1];
  const pem = join(admin.folder, 'pos.pem');
  await admin.done('create-key-pair', 'shop', 'pos', '--out', pem);
  return { made, secret, key, pem };
}

/** The same shop after a service has run on its data, which made the service's own keys. */
async function makeServedShop() {
  await makeShop();
  const data = { kind: 'directory', path: admin.data } as const;
  const service = createService({ port: 0, log: 'silent', data });
  await service.start();
  await service.stop();
}

it('a variable that no option has is refused before anything is done', async () => {
  admin.env.TILLKIT_DATABSE_URL = 'postgres://db.example/tillkit';
  const refused = await admin.fails(2, 'list-merchants');
  expect(refused).toContain('did you mean TILLKIT_DATABASE_URL?');
});

describe('the command line', () => {
  it('prints help for all commands and for each', async () => {
    const help = await admin.asProcess(['--help']);
    expect([help.code, help.err]).toEqual([0, '']);
    for (const name of ['create-merchant', 'create-user', 'create-key-pair', 'backup', 'restore']) {
      expect(help.out).toContain(`  ${name} `);
    }
    expect((await admin.run([])).out).toBe(help.out);
    expect((await admin.run(['create-merchant', '--help'])).out).toContain('--transaction-fee-bp');
  });

  it.each([
    [['make-coffee'], 'no command make-coffee'],
    [['create-merchant'], '--name is missing'],
    [['create-merchant', '--name', 'X', '--colour', 'red'], '--colour'],
    [['create-merchant', 'X'], 'Usage: tillkit admin create-merchant'],
    [['create-user'], 'Usage: tillkit admin create-user MERCHANT'],
    [['backup'], 'Usage: tillkit admin backup FILE'],
    [['list-users', 'a', 'b'], 'Usage: tillkit admin list-users MERCHANT'],
    [['list-merchants', '--data='], '--data needs a value'],
  ])('%j is an error: %s', async (args, words) => {
    const ended = await admin.run(args);
    expect([ended.code, ended.out]).toEqual([2, '']);
    expect(ended.err).toContain(words);
    expect(ended.err.trimEnd()).not.toContain('\n');
  });

  it('ends a process with the same code and messages', async () => {
    for (const args of [
      ['make-coffee'],
      ['list-merchants', '--data', join(admin.folder, 'nothing')],
    ]) {
      const ended = await admin.asProcess(args);
      expect(ended).toEqual(await admin.run(args));
      expect(ended.code).toBeGreaterThan(0);
    }
  });

  it('does not create a missing database', async () => {
    const nowhere = join(admin.folder, 'nowhere');
    const ended = await admin.run(['list-merchants', '--data', nowhere]);
    expect([ended.code, ended.err]).toEqual([1, expect.stringContaining('There is no database')]);
    expect(existsSync(nowhere)).toBe(false);
  });
});

describe('a new merchant', () => {
  it('is created with its agreement, users, keys and integrator, which the service accepts', async () => {
    const { made, secret, key, pem } = await makeShop();
    expect(made).toContain('merchant shop\nsettlement accounts shop.NOK shop.SEK\nfirst user http');
    for (const file of [key, pem]) {
      expect(modeOf(file)).toBe('600');
      expect(createPrivateKey(readFileSync(file, 'utf8')).asymmetricKeyType).toBe('rsa');
    }
    const listed = await admin.asProcess(['list-merchants', '--data', admin.data]);
    expect(listed).toEqual({ code: 0, out: 'shop\tKaffebaren Løkka\tagent\n', err: '' });
    expect(await admin.done('list-users', 'shop')).toBe('pos\tsecret+key\tanywhere\n');

    const options = {
      port: 0,
      log: 'silent',
      data: { kind: 'directory', path: admin.data },
    } as const;
    const service = createService(options);
    const { base_url: base } = await service.start();
    try {
      const headers = secretHeaders('shop', 'pos', secret ?? '');
      const seen = await send(`${base}/merchant/shop/`, { headers });
      expect(seen.json).toMatchObject({
        business_name: 'Kaffebaren Løkka',
        organization_id: '999888777',
        integrator: 'agent',
        settlement_account: 'shop.NOK',
        per_payment_amount_limit: 500_000,
        mcc: 5814,
      });
      const url = `${base}/pos/`;
      const parts = { merchant: 'shop', url, at: Date.now() };
      const byUser = { ...parts, user: 'pos', privateKey: readFileSync(pem, 'utf8') };
      expect((await send(url, { headers: signedHeaders(byUser) })).status).toBe(200);
      const byAgent = { ...parts, user: 'agent', privateKey: readFileSync(key, 'utf8') };
      const signed = signedHeaders({ ...byAgent, as: 'integrator' });
      expect((await send(url, { headers: signed })).status).toBe(200);
      // Whether a database is taken is between processes.
      const ended = await admin.asProcess(['accept-loss', '--data', admin.data]);
      expect([ended.code, ended.out]).toEqual([1, '']);
      expect(ended.err).toMatch(/^[^\n]+ Stop the service first\.\n$/);
    } finally {
      await service.stop();
    }
  });

  it('is stored without the secrets of its users in plain text', async () => {
    await makeShop();
    const secret = /^secret (\S+)$/m.exec(
      await admin.done('create-user', 'shop', '--id', 'two'),
    )?.[1];
    if (secret === undefined) throw new Error('no secret');
    const files = readdirSync(admin.data).map((name) =>
      readFileSync(join(admin.data, name), 'latin1'),
    );
    expect(files.join('')).toContain('two');
    expect(files.join('')).not.toContain(secret);
  });

  it('is refused in one line for invalid options', async () => {
    await makeShop();
    await admin.done('create-user', 'shop', '--id', 'two');
    const taken = join(admin.folder, 'pos.pem');
    const before = readFileSync(taken, 'utf8');
    const table: [string[], string][] = [
      [['create-merchant', '--name', 'X', '--id', 'shop'], 'a merchant shop already'],
      [['create-merchant', '--name', 'X', '--id', 'a b'], 'id may only contain'],
      [['create-merchant', '--name', 'X', '--currency', 'KRONER'], 'currency must be'],
      [['create-merchant', '--name', 'X', '--mcc', 'many'], 'mcc must be a number'],
      [['create-merchant', '--name', 'X', '--time-zone', 'Oslo'], 'time zone'],
      [['create-merchant', '--name', 'X', '--integrator', 'nobody'], 'no integrator nobody'],
      [['create-merchant', '--name', 'X', '--organization-id', '999888777'], 'Another merchant'],
      [['create-user', 'nobody'], 'no merchant nobody'],
      [['create-user', 'shop', '--id', 'pos'], 'Another user has this id'],
      [['create-user', 'shop', '--netmask', 'home'], 'netmask must be'],
      [['create-key-pair', 'shop', 'nobody', '--out', 'x'], 'no user nobody'],
      [['create-key-pair', 'shop', 'pos', '--out', 'x'], 'has a key'],
      [['create-key-pair', 'shop', 'two', '--out', taken], 'is there already'],
      [
        ['create-key-pair', 'shop', 'two', '--out', join(admin.folder, 'no/x')],
        'cannot be written',
      ],
      [['create-integrator', '--id', 'agent', '--name', 'X', '--key-out', 'x'], 'agent already'],
      [['set-integrator', 'shop', 'nobody'], 'no integrator nobody'],
      [['set-merchant', 'nobody', '--auto-release', 'no'], 'no merchant nobody'],
      [['set-merchant', 'shop', '--auto-release', 'maybe'], 'auto-release must be'],
      [['set-merchant', 'shop', '--currency', 'KRONER'], 'currency must be'],
      [['set-merchant', 'shop', '--profile', CLI], 'not well-formed JSON'],
      [['set-logo', 'shop', CLI], 'PNG image'],
    ];
    for (const [args, words] of table) expect(await admin.fails(1, ...args)).toContain(words);
    expect(readFileSync(taken, 'utf8')).toBe(before);
  });

  it('gets a new key pair with --replace, and loses its integrator with set-integrator none', async () => {
    await makeShop();
    const out = join(admin.folder, 'new.pem');
    await admin.done('create-key-pair', 'shop', 'pos', '--out', out, '--replace');
    const key = createPublicKey(readFileSync(out, 'utf8'));
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(2048);
    await admin.done('set-integrator', 'shop', 'none');
    expect(await admin.done('list-merchants')).toBe('shop\tKaffebaren Løkka\n');
  });
});

describe('backup and restore', () => {
  beforeEach(makeServedShop);

  it('restore the data, and keep the replaced data', async () => {
    const file = join(admin.folder, 'backup.db');
    expect(await admin.done('backup', file)).toContain('sound; 1 merchants, 0 payments');
    expect(modeOf(file)).toBe('600');
    expect(await admin.fails(1, 'backup', file)).toContain('is there already');
    await admin.done('create-merchant', '--id', 'later', '--name', 'Later');
    expect(await admin.done('restore', file, '--verify')).toContain('can be restored');
    expect(await admin.done('list-merchants')).toContain('later');
    const refused = await admin.fails(1, 'restore', file);
    expect(refused).toContain(`There is tillkit.db, callback-keys.json, instance-keys.json in`);
    expect(refused).toContain('--replace');
    expect(await admin.done('list-merchants')).toContain('later');
    const restored = await admin.done('restore', file, '--replace');
    expect(restored).toContain('restored ');
    expect(await admin.done('list-merchants')).toBe('shop\tKaffebaren Løkka\tagent\n');
    const kept = readdirSync(admin.data).filter((name) => name.includes('.before-'));
    expect(kept.map((name) => name.replace(/\d+$/, 'N')).sort()).toEqual([
      'callback-keys.json.before-N',
      'instance-keys.json.before-N',
      'tillkit.db.before-N',
    ]);
    expect(modeOf(join(admin.data, 'tillkit.db'))).toBe('600');
  });

  it('restore into an empty folder', async () => {
    await admin.done('backup', join(admin.folder, 'backup.db'));
    const empty = join(admin.folder, 'empty');
    const ended = await admin.run(['restore', join(admin.folder, 'backup.db'), '--data', empty]);
    expect([ended.code, ended.err]).toEqual([0, '']);
    expect((await admin.run(['list-users', 'shop', '--data', empty])).out).toContain(
      'pos\tsecret+key',
    );
  });

  it('refuse a file that is not a backup, and do not change the database', async () => {
    await admin.done('backup', join(admin.folder, 'backup.db'));
    const words = join(admin.folder, 'words.db');
    writeFileSync(words, 'these are words');
    const half = join(admin.folder, 'half.db');
    writeFileSync(half, readFileSync(join(admin.folder, 'backup.db')));
    truncateSync(half, Math.floor(statSync(half).size / 2));
    for (const file of [words, half, join(admin.folder, 'none.db')]) {
      await admin.fails(1, 'restore', file);
      await admin.fails(1, 'restore', file, '--verify');
    }
    expect(await admin.done('list-merchants')).toBe('shop\tKaffebaren Løkka\tagent\n');
  });
});
