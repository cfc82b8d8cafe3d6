import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { secureRandom, systemClock } from '../../../../main/host/adapters/machine.ts';
import { shopSourceOf } from '../../../../main/host/goods/shop-catalogue.ts';
import { CONNECTION_FILE } from '../../../../main/host/pairing/connection-file.ts';
import { hostChecks, pairByCode, readAccess } from '../../../../main/host/pairing/pair-till.ts';
import { runChecks } from '../../../../main/host/pairing/run-checks.ts';
import { SECRETS_FILE } from '../../../../main/host/secrets/secret-store.ts';
import { refundClientOf, signingOf } from '../../../../main/host/service/access.ts';
import { MACHINE_PORTS } from '../../../../main/host/till/ports.ts';
import { isReady, sayCheck } from '../../../../shared/device/pairing/checks.ts';
import { until } from '../../../support/last-resort.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { startPairingWorld } from './pairing-setup.ts';

let world: Awaited<ReturnType<typeof startPairingWorld>>;
beforeEach(async () => {
  world = await startPairingWorld();
});
afterEach(() => world.stop());

const wish = (code: string, credentials: 'key' | 'secret' = 'key') => ({
  baseUrl: world.service.ready.base_url,
  code,
  credentials,
  device: 'test',
});

const mode = (path: string) => statSync(path).mode & 0o777;

describe('pairing on the device', () => {
  it('keeps its private key, sends the public one, and starts again from the stored pairing', async () => {
    const { code } = await world.issue();
    const sent: string[] = [];
    const till = world.till();
    const fetching: typeof fetch = async (input, init) => {
      sent.push(await new Response(init?.body).text());
      return till.fetch(input, init);
    };
    const done = await pairByCode({ ...till, fetch: fetching }, wish(code));
    if (done.kind !== 'connected') throw new Error(done.description);
    expect(done.till.settings).toMatchObject({ posId: 'kasse-9', currency: 'NOK' });
    expect(sent.join()).toContain('BEGIN PUBLIC KEY');
    expect(sent.join()).not.toContain('PRIVATE');
    const access = await readAccess(till.directory, till.secrets);
    if (access.kind !== 'found') throw new Error(access.kind);
    expect(access.access).toEqual(done.till.access);
    expect(access.access.identity.credentials.kind).toBe('key');
    const connection = readFileSync(join(till.directory, CONNECTION_FILE), 'utf8');
    expect(connection).not.toMatch(/PRIVATE|BEGIN/);
    expect(mode(join(till.directory, SECRETS_FILE))).toBe(0o600);
    expect(mode(join(till.directory, CONNECTION_FILE))).toBe(0o600);
    expect(readdirSync(till.directory).filter((name) => name.endsWith('.new'))).toEqual([]);
    expect(isReady(await hostChecks(access.access, 'kasse-9', 'NOK', MACHINE_PORTS))).toBe(true);
  });

  it.each([
    ['sales', false],
    ['refunds', true],
  ] as const)(
    'for %s decides whether the till signs refunds and items: %s',
    async (rights, signs) => {
      const { code } = await world.issue('kasse-9', rights);
      const till = world.till();
      const done = await pairByCode(till, wish(code));
      if (done.kind !== 'connected') throw new Error(done.description);
      const access = await readAccess(till.directory, till.secrets);
      if (access.kind !== 'found') throw new Error(access.kind);
      for (const found of [done.till.access, access.access]) {
        const signing = signingOf(found, null);
        expect(signing !== null).toBe(signs);
        expect(refundClientOf(found, null, MACHINE_PORTS) !== null).toBe(signs);
        expect(shopSourceOf(found, 'kasse-9', signing, MACHINE_PORTS).mayChange).toBe(signs);
      }
    },
  );

  it('repeats the request when the reply is lost', async () => {
    const { code } = await world.issue();
    const till = world.till();
    let lost = 0;
    const losing: typeof fetch = async (input, init) => {
      const reply = await till.fetch(input, init);
      lost += 1;
      if (lost === 1) throw new TypeError('the connection broke');
      return reply;
    };
    const done = await pairByCode({ ...till, fetch: losing }, wish(code));
    expect([done.kind, lost]).toEqual(['connected', 2]);
  });

  it('succeeds with the same code after a crash before the reply was stored', async () => {
    const { code } = await world.issue();
    const till = world.till();
    const dying: typeof fetch = async (input, init) => {
      await till.fetch(input, init);
      throw new TypeError('the power went');
    };
    expect((await pairByCode({ ...till, fetch: dying }, wish(code))).kind).toBe('problem');
    const after = world.till(till.directory);
    const done = await pairByCode(after, wish(code));
    if (done.kind !== 'connected') throw new Error(done.description);
    expect(isReady(await hostChecks(done.till.access, 'kasse-9', 'NOK', MACHINE_PORTS))).toBe(true);
  });

  it('succeeds for one of two tills with the same code, and the other stores nothing', async () => {
    const { code } = await world.issue();
    const tills = [world.till(), world.till()];
    const done = await Promise.all(tills.map((till) => pairByCode(till, wish(code))));
    expect(done.map((one) => (one.kind === 'problem' ? one.problem : one.kind)).sort()).toEqual([
      'connected',
      'used_code',
    ]);
    const kept = await Promise.all(tills.map((till) => readAccess(till.directory, till.secrets)));
    expect(kept.map(({ kind }) => kind).sort()).toEqual(['found', 'none']);
  });

  it('names the problem with a code, a service or an address', async () => {
    const till = world.till();
    const { base_url: base } = world.service.ready;
    const tries = [
      { baseUrl: base, code: '00000000' },
      { baseUrl: base, code: 'nonsense!' },
      { baseUrl: `${new URL(base).origin}/elsewhere`, code: '00000000' },
      { baseUrl: 'http://127.0.0.1:9/merchant/v1', code: '00000000' },
    ];
    const problems: string[] = [];
    for (const one of tries) {
      const done = await pairByCode(till, { ...wish(one.code), baseUrl: one.baseUrl });
      if (done.kind === 'problem') problems.push(done.problem);
    }
    expect(problems).toEqual(['unknown_code', 'bad_code', 'not_this_service', 'no_answer']);
  });

  it.each([
    ['reads a reply of 64 KiB', 64, 'no_answer'],
    ['stops to read a reply of 65 KiB', 65, 'not_this_service'],
  ])('%s', async (_title, kibibytes, problem) => {
    const refusal = { error_type: 'x', error_description: '', error_details: null };
    const padding = kibibytes * 1024 - JSON.stringify(refusal).length;
    const text = JSON.stringify({ ...refusal, error_description: 'x'.repeat(padding) });
    const large: typeof fetch = async () => new Response(text, { status: 500 });
    const done = await pairByCode({ ...world.till(), fetch: large }, wish('00000000'));
    expect(done).toMatchObject({ kind: 'problem', problem });
  });

  it('stops to read a reply that does not end', async () => {
    const till = world.till();
    let sent = 0;
    const endless: typeof fetch = async () => {
      const pull = (to: ReadableStreamDefaultController) => {
        sent += 1;
        to.enqueue(new Uint8Array(1 << 16));
      };
      return new Response(new ReadableStream({ pull }));
    };
    const done = await pairByCode({ ...till, fetch: endless }, wish('00000000'));
    expect(done).toMatchObject({ kind: 'problem', problem: 'not_this_service' });
    expect(sent).toBeLessThan(5);
  });

  it('ends after two tries of 15 seconds without an answer, and follows no redirect', async () => {
    const till = world.till();
    const clock = createManualClock();
    let tries = 0;
    const silent: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        tries += 1;
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const pairing = pairByCode({ ...till, clock, fetch: silent }, wish('00000000'));
    for (const expected of [1, 2]) {
      await until(
        () => tries,
        (count) => count === expected,
      );
      clock.advance(15_000);
    }
    expect(await pairing).toMatchObject({ kind: 'problem', problem: 'no_answer' });

    const elsewhere = { location: 'http://127.0.0.1:9/' };
    const moved: typeof fetch = async () => new Response(null, { status: 307, headers: elsewhere });
    const done = await pairByCode({ ...till, fetch: moved }, wish('00000000'));
    expect(done).toMatchObject({ kind: 'problem', problem: 'not_this_service' });
  });

  it('accepts a secret instead of a key; a second pairing keeps the screen settings', async () => {
    const { code } = await world.issue();
    const till = world.till();
    const first = await pairByCode(till, wish(code, 'secret'));
    if (first.kind !== 'connected') throw new Error(first.description);
    const path = join(till.directory, 'settings.json');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(/"language": "\w+"/, '"language": "nb"'),
    );
    const again = await world.issue('kasse-10');
    const second = await pairByCode(till, wish(again.code, 'secret'));
    if (second.kind !== 'connected') throw new Error(second.description);
    expect(second.till.settings).toMatchObject({ language: 'nb', posId: 'kasse-10' });
    expect(second.till.access.identity.credentials.kind).toBe('secret');
    expect(readFileSync(join(till.directory, SECRETS_FILE), 'utf8').match(/till-/g)).toHaveLength(
      1,
    );
  });
});

describe('the checks', () => {
  it('all pass for a newly paired till, as a numbered list', async () => {
    const { code } = await world.issue();
    const done = await pairByCode(world.till(), wish(code));
    if (done.kind !== 'connected') throw new Error(done.description);
    const results = await hostChecks(done.till.access, 'kasse-9', 'NOK', MACHINE_PORTS);
    expect(results.map(({ number, id, state }) => [number, id, state])).toEqual([
      [1, 'address', 'passed'],
      [2, 'time', 'passed'],
      [3, 'credentials', 'passed'],
      [4, 'merchant', 'passed'],
      [5, 'pos', 'passed'],
      [6, 'push', 'passed'],
    ]);
    for (const result of results) expect(sayCheck(result)).toMatch(/^[A-Z].*\.$/);
  });

  it('report that the service refuses a revoked till, and stop', async () => {
    const { code, pairing } = await world.issue();
    const done = await pairByCode(world.till(), wish(code));
    if (done.kind !== 'connected') throw new Error(done.description);
    await world.portal.remove(`/pairings/${pairing.id}`);
    const results = await hostChecks(done.till.access, 'kasse-9', 'NOK', MACHINE_PORTS);
    expect(results.map(({ state }) => state)).toEqual([
      'passed',
      'passed',
      'failed',
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect(results.map(sayCheck)[2]).toMatch(/revoked.*Pair it again/);
    expect(isReady(results)).toBe(false);
  });

  it('report a till whose currency the shop does not take, and that a service states none', async () => {
    const { code } = await world.issue();
    const done = await pairByCode(world.till(), wish(code));
    if (done.kind !== 'connected') throw new Error(done.description);
    const { access } = done.till;
    const results = await hostChecks(access, 'kasse-9', 'JPY', MACHINE_PORTS);
    expect(results[3]).toMatchObject({ state: 'failed', reason: 'other_currency', fact: 'JPY' });
    expect(isReady(results)).toBe(false);
    expect(results.map(sayCheck)[3]).toMatch(/no account in JPY.*settings\.json/);
    // A service that does not state its currencies.
    const silent: typeof fetch = async (input, init) => {
      const reply = await fetch(input, init);
      if (!String(input).endsWith(`/merchant/${access.identity.merchantId}/`)) return reply;
      const { currencies, ...rest } = Object(await reply.json());
      expect(currencies).toEqual(['NOK']);
      return Response.json(rest, { status: reply.status, headers: reply.headers });
    };
    const { baseUrl, identity } = access;
    const parts = { fetch: silent, clock: systemClock, random: secureRandom };
    const other = await runChecks({ ...parts, baseUrl, identity, posId: 'k', currency: 'JPY' });
    expect(other[3]).toMatchObject({ state: 'passed' });
  });

  it('report an unregistered till, an address that does not answer and another service', async () => {
    const { code } = await world.issue();
    const done = await pairByCode(world.till(), wish(code));
    if (done.kind !== 'connected') throw new Error(done.description);
    const { access } = done.till;
    expect((await hostChecks(access, 'nowhere', 'NOK', MACHINE_PORTS))[4]).toMatchObject({
      state: 'warning',
      reason: 'not_registered',
    });
    const silent = await hostChecks(
      { ...access, baseUrl: 'http://127.0.0.1:9/merchant/v1' },
      'k',
      null,
      MACHINE_PORTS,
    );
    expect(silent[0]).toMatchObject({ state: 'failed', reason: 'no_answer' });
    expect(silent.slice(1).every(({ state }) => state === 'skipped')).toBe(true);
    const other = await hostChecks(
      { ...access, baseUrl: world.portal.origin },
      'k',
      null,
      MACHINE_PORTS,
    );
    expect(other[0]).toMatchObject({ state: 'failed', reason: 'not_this_service' });
  });
});
