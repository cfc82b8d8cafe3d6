import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { backup } from '../../../../service/app/admin/backup.ts';
import { createService, type Ready } from '../../../../service/index.ts';
import { createCallbackReceiver } from '../../../../shared/client/index.ts';
import { answer } from '../../../../shared/protocol/errors.ts';
import { type Heard, startReceiver } from '../../../support/callback-receiver.ts';
import { secretHeaders, send, signedHeaders } from '../../../support/wire.ts';
import { openAdmin } from '../../admin/run-admin.ts';

/*
 * A shop's machine is lost, and its backup is restored on another one. Everything that others have stored
 * (secrets, keys, the key that verifies callbacks) must be valid for the new one.
 */

const { folder, data, env, run, done, fails, stop } = openAdmin();
const file = join(folder, 'shop.backup');
const other = join(folder, 'another-machine');
let first: Ready;
let keyOfCallbacks = '';
let keyOfTokens: unknown;
/** What the command said that made `file`. */
let said = '';

beforeAll(async () => {
  await serving(data, async (ready) => {
    first = ready;
    keyOfCallbacks = await text(ready.callback_key_url);
    keyOfTokens = await published(ready);
  });
  writeFileSync(join(data, 'settings.json'), '{"shop":"the till’s own"}', { mode: 0o600 });
  said = await done('backup', file);
});
afterAll(stop);

async function serving(path: string, work: (ready: Ready) => Promise<void>): Promise<void> {
  const service = createService({
    port: 0,
    log: 'silent',
    demo: true,
    simulator: true,
    data: { kind: 'directory', path },
  });
  const ready = await service.start();
  try {
    await work(ready);
  } finally {
    await service.stop();
  }
}

const text = async (url: string) => (await fetch(url)).text();
async function published({ base_url }: Ready): Promise<unknown> {
  const { origin } = new URL(base_url);
  const found = await fetch(`${origin}/.well-known/openid-configuration`);
  const { jwks_uri: place } = await found.json();
  return (await fetch(String(place))).json();
}

/** What `backup` does not need. */
const UNUSED = {
  now: () => 0,
  publicOrigin: null,
  act: () => Promise.reject(new Error('no act')),
};
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const KEYS = [
  'callback-keys.json',
  'demo-credentials.json',
  'demo-integrator.json',
  'demo-oauth-client.json',
  'instance-keys.json',
];

describe('a backup', () => {
  it('has the database and every key of the service in one file that only its owner can read', async () => {
    expect(said).toContain(`with ${KEYS.join(' ')}\n`);
    expect(modeOf(file)).toBe('600');
    // What the service keeps for itself is in it; what is the till's own is not.
    const own = readdirSync(data).filter((name) => name.endsWith('.json'));
    expect(own.sort()).toEqual([...KEYS, 'settings.json'].sort());
    expect(await done('restore', file, '--verify')).toContain(`with ${KEYS.join(' ')}\n`);
  });

  it('leaves no file if it fails', async () => {
    await fails(1, 'backup', join(folder, 'no-such-folder', 'shop.backup'));
    writeFileSync(join(folder, 'mine'), 'not to be lost');
    expect(await fails(1, 'backup', join(folder, 'mine'))).toContain('is there already');
    expect(readFileSync(join(folder, 'mine'), 'utf8')).toBe('not to be lost');
  });

  it('is refused if a key file cannot be read', async () => {
    const stray = join(data, 'stray.json');
    writeFileSync(stray, 'no JSON');
    const next = join(folder, 'next.backup');
    expect(await fails(1, 'backup', next)).toContain('stray.json cannot be read');
    // Too large to be a file of keys.
    writeFileSync(stray, ' '.repeat((1 << 20) + 1));
    expect(await fails(1, 'backup', next)).toContain('stray.json is too large');
    expect(readdirSync(folder).filter((name) => name.startsWith('next'))).toEqual([]);
    rmSync(stray);
  });

  it('is refused where the service uses PostgreSQL', async () => {
    const next = join(folder, 'next.backup');
    env.TILLKIT_DATABASE_URL = 'postgres://tillkit@db.example/tillkit';
    onTestFinished(() => {
      delete env.TILLKIT_DATABASE_URL;
    });
    for (const command of [['backup', next], ['restore', file], ['accept-loss']]) {
      const sentence =
        'TILLKIT_DATABASE_URL names PostgreSQL: back PostgreSQL up with its own tools';
      expect(await fails(2, ...command)).toContain(sentence);
    }
    expect(await done('verify', file)).toContain('can be restored');
    delete env.TILLKIT_DATABASE_URL;
    const mark = join(data, 'moved-to-postgresql.txt');
    writeFileSync(mark, '');
    onTestFinished(() => rmSync(mark));
    expect(await fails(1, 'backup', next)).toContain('back PostgreSQL up with its own tools');
    expect(readdirSync(folder).filter((name) => name.startsWith('next'))).toEqual([]);
  });

  it('is not restored if a part is damaged', async () => {
    const bent = join(folder, 'bent.backup');
    for (const [name, content] of [
      ['callback-keys.json', '{"current":{"private_key_pem":"no key"}}'],
      ['callback-keys.json', '{'],
      ['../../escape.json', '{}'],
      ['settings.json', '{}'],
    ] as const) {
      writeFileSync(bent, readFileSync(file));
      const database = new DatabaseSync(bent);
      database.prepare('DELETE FROM backup_file WHERE name = ?').run(name);
      database.prepare('INSERT INTO backup_file VALUES (?, ?)').run(name, content);
      database.close();
      for (const verify of [[], ['--verify']]) {
        const said = await run(['restore', bent, ...verify, '--data', join(folder, 'bent')]);
        expect([said.code, said.out]).toEqual([1, '']);
        expect(said.err).toContain(`${name} in it cannot be read`);
      }
    }
    expect(readdirSync(folder)).not.toContain('escape.json');
  });
});

describe('a restore on another machine', () => {
  it('keeps all credentials, and the keys for callbacks and tokens', async () => {
    const ended = await run(['restore', file, '--data', other]);
    expect([ended.code, ended.err]).toEqual([0, '']);
    expect(readdirSync(other).sort()).toEqual([...KEYS, 'tillkit.db']);
    for (const name of readdirSync(other)) expect(modeOf(join(other, name))).toBe('600');
    const inDatabase = readFileSync(join(other, 'tillkit.db'), 'latin1');
    expect(inDatabase).not.toContain('PRIVATE KEY');
    await serving(other, async (ready) => {
      expect([ready.users, ready.integrator, ready.oauth_client, ready.other_merchant]).toEqual([
        first.users,
        first.integrator,
        first.oauth_client,
        first.other_merchant,
      ]);
      expect(await text(ready.callback_key_url)).toBe(keyOfCallbacks);
      expect(await published(ready)).toEqual(keyOfTokens);
      const [pos, admin] = first.users;
      const merchant = first.merchant?.id ?? '';
      const headers = secretHeaders(merchant, pos?.id ?? '', pos?.secret ?? '');
      const list = await send(`${ready.base_url}/payment_request/`, { headers });
      expect(list.status).toBe(200);
      const url = `${ready.base_url}/pos/`;
      const privateKey = admin?.private_key_pem ?? '';
      const signed = { merchant, url, at: Date.now(), user: admin?.id ?? '', privateKey };
      expect((await send(url, { headers: signedHeaders(signed) })).status).toBe(200);
      const heard = await callbackFrom(ready, headers);
      const receiver = createCallbackReceiver({
        publicKeys: [keyOfCallbacks],
        publicUrl: heard.origin,
        clock: { now: () => Date.now() },
      });
      expect(await receiver.receive(heard, () => undefined)).toMatchObject({ ok: true });
    });
  });

  it('refuses to overwrite existing data without --replace', async () => {
    const third = join(folder, 'a-third-machine');
    expect((await run(['restore', file, '--data', third])).code).toBe(0);
    const again = await run(['restore', file, '--data', third]);
    expect([again.code, again.out]).toEqual([1, '']);
    expect(again.err).toContain('--replace');
    expect(readdirSync(third).filter((name) => name.includes('before'))).toEqual([]);
  });
});

/** A callback of the service about a payment that its customer approves. */
async function callbackFrom(
  ready: Ready,
  headers: Readonly<Record<string, string>>,
): Promise<Heard & { readonly origin: string }> {
  const receiver = await startReceiver();
  try {
    const customer = ready.customers[0]?.msisdn;
    const made = await send(`${ready.base_url}/payment_request/`, {
      method: 'POST',
      headers,
      body: {
        ...{ action: 'sale', currency: 'NOK', amount: 100, allow_credit: false, customer },
        ...{ pos_id: 'kasse-1', pos_tid: 'after-the-fire', callback_uri: `${receiver.url}/cb` },
      },
    });
    expect(made.status, made.text).toBe(201);
    const { id } = Object(made.json);
    await send(`${ready.simulator_url}/payment_request/${id}/confirm/`, {
      method: 'POST',
      headers: {},
      body: {},
    });
    await expect.poll(() => receiver.heard.length).toBe(1);
    const [heard] = receiver.heard;
    if (heard === undefined) throw new Error('no callback came');
    return { ...heard, origin: receiver.url };
  } finally {
    await receiver.stop();
  }
}

it('the command reports the path of a backup that the service wrote in its own folders', async () => {
  const file = '/tmp/of-the-service.backup';
  const deps = { database: join(data, 'tillkit.db'), copyTo: async () => answer({}) };
  const made = await backup.run({ ...UNUSED, ...deps }, { words: [file], options: {} });
  expect(made).toMatchObject({
    ok: false,
    refusal: { description: expect.stringMatching(/^The service wrote \/tmp\/of-the.*of its own/) },
  });
});
