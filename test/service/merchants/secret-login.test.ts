import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CandidateSecret } from '../../../service/merchants/secret-check.ts';
import { SecretLogin } from '../../../service/merchants/secret-login.ts';
import type { User } from '../../../service/store/store.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';

/*
 * Goal: the right secret is accepted, and an attacker gets few guesses. Method: the check of a secret
 * against its hash is counted and costs nothing here; the test moves the time.
 */

const RIGHT = 'the right secret';
const SHOP = '192.0.2.1';
const ELSEWHERE = '198.51.100.7';

let clock: ManualClock;
let logins: SecretLogin;
/** How many secrets were compared with a stored hash. */
let checked: number;
/** Holds checks back, so that many are under way at once. */
let hold: Promise<void>;

beforeEach(() => {
  clock = createManualClock();
  checked = 0;
  hold = Promise.resolve();
  logins = newProcess();
});

function newProcess(): SecretLogin {
  return new SecretLogin(clock, randomBytes(32), async (secret, hash) => {
    checked += 1;
    await hold;
    return hash === `hash of ${secret}`;
  });
}

const user = (id: string): User => ({
  id,
  label: null,
  netmask: null,
  secretHash: `hash of ${RIGHT}`,
  publicKey: null,
  version: 1,
});

const shown = (secret: string, change: Partial<CandidateSecret> = {}): CandidateSecret => ({
  merchantId: 'shop',
  userId: 'till',
  user: user(change.userId ?? 'till'),
  secret,
  address: SHOP,
  ...change,
});

const login = async (secret: string, change: Partial<CandidateSecret> = {}) =>
  (await logins.login(shown(secret, change))).kind;

let guesses = 0;
/** A secret that was never tried before. */
const guess = () => {
  guesses += 1;
  return `wrong secret ${guesses}`;
};

async function spend(change: Partial<CandidateSecret> = {}): Promise<void> {
  for (let i = 0; i < LIMITS.loginFailuresMax; i += 1) {
    expect(await login(guess(), change)).toBe('wrong');
  }
}

describe('guessing', () => {
  it('gets ten answers for a user at an address, and then a wait of 30 seconds', async () => {
    await spend();
    const refused = await logins.login(shown(guess()));
    expect(refused).toEqual({ kind: 'too_many', wait: 30_000 });
  });

  it('gets ten answers even for 64 parallel guesses', async () => {
    let release: () => void = () => undefined;
    hold = new Promise((resolve) => {
      release = resolve;
    });
    const all = Array.from({ length: 64 }, () => login(guess()));
    release();
    const kinds = Map.groupBy(await Promise.all(all), (kind) => kind);
    expect(checked).toBe(10);
    expect([kinds.get('wrong')?.length, kinds.get('too_many')?.length]).toEqual([10, 54]);
  });

  it('gets a limited number of checks in ten minutes of 100 guesses per second', async () => {
    await spend();
    checked = 0;
    // Ten minutes of a hundred guesses a second; the clock moves a second at a time.
    for (let second = 0; second < 600; second += 1) {
      for (let i = 0; i < 100; i += 1) await login(guess());
      clock.advance(1_000);
    }
    // Two a minute of the budget, and one in ten seconds more.
    expect(checked).toBeLessThanOrEqual(2 * 10 + 6 * 10 + 1);
  });

  it('has the same limit for an unknown user', async () => {
    const nobody = { userId: 'nobody', user: null };
    await spend(nobody);
    expect(await logins.login(shown(guess(), nobody))).toEqual({ kind: 'too_many', wait: 30_000 });
  });

  it('stays limited after many failures of unknown users and from other addresses', async () => {
    await spend();
    expect(await login(guess())).toBe('too_many');
    for (let i = 0; i < LIMITS.loginFailureEntries * 2; i += 1) {
      await login('short', { userId: `made up ${i}`, user: null });
      await login('short', { address: `2001:db8:${(i % 65_536).toString(16)}::1` });
    }
    expect(await login(guess())).toBe('too_many');
  });

  it('of one user from many addresses gets one try from each, once the limit is reached', async () => {
    const from = (i: number) => ({ address: `203.0.${i >> 8}.${i & 255}` });
    for (let i = 0; i < LIMITS.loginFailuresWideMax; i += 1) await login(guess(), from(i));
    expect(await login(guess(), from(500))).toBe('wrong');
    expect(await login(guess(), from(500))).toBe('too_many');
  });

  it('above the limit of comparisons makes the service refuse the right secret too', async () => {
    expect(await login(RIGHT)).toBe('right');
    await spend();
    for (let i = 0; i <= LIMITS.knownComparisonsMax; i += 1) await login(guess());
    expect(await login(RIGHT)).toBe('too_many');
    // Nor from elsewhere, where the till has never been.
    const elsewhere = { address: ELSEWHERE };
    await spend(elsewhere);
    expect(await login(guess(), elsewhere)).toBe('too_many');
    expect(await login(RIGHT, elsewhere)).toBe('too_many');
  });
});

describe('the right secret', () => {
  it('is accepted while another client in the shop sends three wrong ones a minute for a night', async () => {
    expect(await login(RIGHT)).toBe('right');
    for (let minute = 0; minute < 16 * 60; minute += 1) {
      for (let i = 0; i < 3; i += 1) await login(guess());
      clock.advance(60_000);
    }
    for (let i = 0; i < 12; i += 1) await login(guess());
    expect(await login(RIGHT)).toBe('right');
  });

  it('is accepted at a till’s first try while another client sends three wrong ones a minute', async () => {
    await spend();
    for (let minute = 0; minute < 20; minute += 1) {
      for (let i = 0; i < 3; i += 1) {
        await login(guess());
        clock.advance(20_000);
      }
    }
    expect(await login(RIGHT)).toBe('right');
  });

  it('is accepted after many failed logins of other users at the address', async () => {
    for (let i = 0; i < 100; i += 1) await login(guess(), { userId: `other ${i}` });
    expect(await login(RIGHT)).toBe('right');
    for (let i = 0; i < 500; i += 1) {
      await login('wrong for nobody', { userId: `no ${i}`, user: null });
    }
    expect(await login(RIGHT, { userId: 'a new till' })).toBe('right');
  });

  it('is accepted after 200 failed logins of this user from other addresses', async () => {
    for (let i = 0; i < 200; i += 1) await login(guess(), { address: `203.0.113.${i}` });
    expect(await login(RIGHT)).toBe('right');
  });

  it('from 64 connections of a till at once is checked once', async () => {
    const all = await Promise.all(Array.from({ length: 64 }, () => login(RIGHT)));
    expect(new Set(all)).toEqual(new Set(['right']));
    expect(checked).toBe(1);
  });

  it('is accepted while 300 logins of unknown users are checked or refused', async () => {
    expect(await login(RIGHT)).toBe('right');
    const changed = { ...user('till'), version: 2 };
    let release: () => void = () => undefined;
    hold = new Promise((resolve) => {
      release = resolve;
    });
    const strangers = Array.from({ length: 300 }, (_, i) =>
      login('a wrong secret', { userId: `no ${i}`, user: null, address: `203.0.113.${i % 250}` }),
    );
    const own = login(RIGHT, { user: changed });
    release();
    expect(await own).toBe('right');
    expect(await Promise.all(strangers)).toContain('busy');
  });

  it('is recognised without a check for a week after its last use, and then checked', async () => {
    await login(RIGHT);
    clock.advance(LIMITS.secretCacheLife - 1);
    await login(RIGHT);
    clock.advance(LIMITS.secretCacheLife - 1);
    await login(RIGHT);
    expect(checked).toBe(1);
    clock.advance(LIMITS.secretCacheLife);
    expect(await login(RIGHT)).toBe('right');
    expect(checked).toBe(2);
  });
});
