import { expect, it } from 'vitest';
import { SecretLogin } from '../../service/merchants/secret-login.ts';
import { SignIns } from '../../service/sign-in/sign-ins.ts';
import type { User } from '../../service/store/store.ts';
import { peerName } from '../../shared/node/http/client-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time/clock.ts';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';
import { createManualClock } from '../support/manual-clock.ts';

/*
 * Goal: a client with a valid secret or code can sign in while other clients guess, and the number of
 * guesses is limited (D-01).
 * Method: right and wrong secrets of several users from several addresses arrive in random order, one after
 * the other and in parallel, under virtual time. Checks of a hash stay under way until the run releases them.
 * `SIGN_INS=100000` makes as many steps; a failure names its seed, and `SEED=n` plays it again.
 */

const STEPS = Number(process.env.SIGN_INS ?? 2_500);
const FIRST = testSeed().seed;
/** Runs of that many steps in all; a run is one process of the service. */
const STEPS_OF_RUN = 500;
const SEEDS = Array.from({ length: Math.ceil(STEPS / STEPS_OF_RUN) }, (_, at) => FIRST + at);

const SHOP = '192.0.2.1';
const ADDRESSES = [SHOP, '192.0.2.2', '198.51.100.7', '2001:db8:1::1'] as const;
const WAITS = [SECOND, 10 * SECOND, 20 * SECOND, MINUTE, 5 * MINUTE, HOUR, DAY] as const;

/** Lets everything happen that can happen without a check of a hash. */
const turn = () => new Promise<'undecided'>((resolve) => setImmediate(resolve, 'undecided'));

type Account = { readonly merchantId: string; user: User; secret: string };
/** One secret that was sent; `verdict` is null until it is answered. */
type Try = {
  readonly pair: string;
  readonly secret: string;
  readonly at: number;
  readonly right: boolean;
  verdict: string | null;
};

class SecretWorld {
  readonly clock = createManualClock();
  readonly prng: Prng;
  readonly accounts: Account[] = [];
  readonly tries: Try[] = [];
  /** Secrets that were compared with a hash. */
  readonly hashed = new Set<string>();
  readonly #checks: (() => void)[] = [];
  readonly #logins: SecretLogin;
  #count = 0;

  constructor(prng: Prng) {
    this.prng = prng;
    this.#logins = new SecretLogin(this.clock, prng.bytes(32), async (secret, hash) => {
      this.hashed.add(secret);
      await new Promise<void>((resolve) => this.#checks.push(resolve));
      return hash === `hash of ${secret}`;
    });
    for (const id of ['till 1', 'till 2', 'till 3']) this.accounts.push(this.open(id));
  }

  open(id: string): Account {
    const secret = this.fresh();
    const hash = { secretHash: `hash of ${secret}`, publicKey: null, version: 1 };
    return { merchantId: 'shop', secret, user: { id, label: null, netmask: null, ...hash } };
  }

  /** A text that was never used before. */
  fresh(): string {
    this.#count += 1;
    return `the secret number ${this.#count}`;
  }

  change(account: Account): void {
    account.secret = this.fresh();
    const { user, secret } = account;
    account.user = { ...user, secretHash: `hash of ${secret}`, version: user.version + 1 };
  }

  /** Sends a secret and does not wait for the answer. */
  send({ merchantId, user, secret: own }: Account, address: string, secret: string, real = true) {
    const at = this.clock.now();
    const pair = `${user.id} at ${peerName(address)}`;
    const one: Try = { pair, secret, at, right: real && secret === own, verdict: null };
    this.tries.push(one);
    const known = { merchantId, userId: user.id, user: real ? user : null, secret, address };
    const done = this.#logins.login(known).then(({ kind }) => {
      one.verdict = kind;
      return kind;
    });
    return Promise.race([done, turn()]);
  }

  /** Ends checks of hashes in random order: at most so many, or all. */
  async release(most = Number.POSITIVE_INFINITY): Promise<void> {
    for (let done = 0; done < most; done += 1) {
      await turn();
      if (this.#checks.length === 0) return;
      this.#checks.splice(this.prng.between(0, this.#checks.length - 1), 1)[0]?.();
    }
  }
}

/** What strangers and customers of the shop do: they guess, in every order and number. */
async function attack(world: SecretWorld): Promise<void> {
  const { prng } = world;
  const address = prng.pick(ADDRESSES);
  const account = prng.pick(world.accounts);
  const guesses = prng.pick([1, 1, 3, 12, 64]);
  const nobody = { ...account, user: { ...account.user, id: `nobody ${prng.between(1, 500)}` } };
  const repeated = world.fresh();
  for (let sent = 0; sent < guesses; sent += 1) {
    const chance = prng.next();
    // Too short to be a secret, the same again, or another one.
    const guess = chance < 0.05 ? `no ${sent}` : chance < 0.15 ? repeated : world.fresh();
    // No two accounts share a guess, so that a hash belongs to one of them.
    if (prng.chance(0.2))
      await world.send(nobody, address, chance < 0.05 ? guess : `${guess}!`, false);
    else await world.send(account, address, guess);
  }
}

/** A till that has signed in from its address with this secret signs in again, at once. */
async function knownTillSignsIn(world: SecretWorld, known: Map<string, number>): Promise<void> {
  const { prng, clock } = world;
  const account = prng.pick(world.accounts);
  const { id, version } = account.user;
  const device = `${id} ${version}`;
  const used = known.get(device);
  if (used !== undefined && clock.now() - used < LIMITS.secretCacheLife) {
    expect(await world.send(account, SHOP, account.secret), `${device} is known`).toBe('right');
  } else {
    // It is a new device, or it has a new secret: strangers who try for it at its address delay it.
    await world.release();
    clock.advance(LIMITS.loginFailureWindow);
    const first = world.send(account, SHOP, account.secret);
    await world.release();
    await first;
    expect(world.tries.at(-1)?.verdict, `${device} after a pause`).toBe('right');
  }
  known.set(device, clock.now());
}

/**
 * A till without earlier attempts is accepted at its first attempt, even after many wrong secrets of
 * others.
 */
async function newTillSignsIn(world: SecretWorld, id: string): Promise<void> {
  await world.release();
  const account = world.open(id);
  void world.send(account, world.prng.pick(ADDRESSES), account.secret);
  await world.release();
  expect(world.tries.at(-1)?.verdict, `${id} at its first try`).toBe('right');
}

/**
 * The most guesses that a user at an address may get in a time: those of the budget, what refills of it,
 * and the extra tries.
 */
const guessesIn = (time: number) =>
  LIMITS.loginFailuresMax * (1 + time / LIMITS.loginFailureWindow) +
  time / LIMITS.loginLastTryEvery +
  1;

/** Pairs whose guesses were compared with a hash more often than the limit allows, in any span of time. */
function tooManyGuesses({ tries, hashed }: SecretWorld): readonly string[] {
  const found: string[] = [];
  const wrong = tries.filter(({ right, secret }) => !right && hashed.has(secret));
  for (const [pair, all] of Map.groupBy(wrong, (one) => one.pair)) {
    const times = [...new Map(all.map(({ secret, at }) => [secret, at])).values()];
    for (const [first, from] of times.entries()) {
      const last = times.findIndex((to, at) => at - first + 1 > guessesIn(to - from));
      if (last > first)
        found.push(`${pair}: ${last - first + 1} in ${(times[last] ?? 0) - from} ms`);
    }
  }
  return found;
}

it.each(SEEDS)('a known secret signs in, and guesses are limited (seed %i)', async (seed) => {
  const world = new SecretWorld(createPrng(seed));
  const { prng, clock } = world;
  const known = new Map<string, number>();
  for (let step = 0; step < STEPS_OF_RUN; step += 1) {
    const kind = prng.between(1, 100);
    if (kind <= 40) await attack(world);
    else if (kind <= 70) await knownTillSignsIn(world, known);
    else if (kind <= 78) await newTillSignsIn(world, `new till ${step}`);
    else if (kind <= 80) world.change(prng.pick(world.accounts));
    else if (kind <= 90) await world.release(prng.between(1, 20));
    else clock.advance(prng.pick(WAITS));
  }
  await world.release();
  expect(world.tries.filter(({ verdict }) => verdict === null)).toEqual([]);
  // Nothing but the right secret is accepted.
  expect(world.tries.filter(({ verdict, right }) => verdict === 'right' && !right)).toEqual([]);
  expect(tooManyGuesses(world)).toEqual([]);
  expect(world.hashed.size).toBeGreaterThan(STEPS_OF_RUN / 10);
});

it.each(SEEDS)('a known customer signs in while others guess (seed %i)', async (seed) => {
  const prng = createPrng(seed).fork('codes');
  const clock = createManualClock();
  const signIns = new SignIns(clock);
  const home = { name: '4798765432', address: SHOP };
  const stranger = () => {
    const ownNumber = prng.chance(0.5);
    // Another client of the same network tries other numbers; these count separately.
    const address = ownNumber ? `203.0.113.${prng.between(1, 250)}` : prng.pick(ADDRESSES);
    const name = ownNumber ? home.name : `47${prng.between(90_000_000, 90_000_400)}`;
    return { name, address };
  };
  const guess = async (signIn: typeof home, real: boolean) => {
    const parallel = prng.pick([1, 1, 5, 64]);
    let checked = 0;
    const check = async () => {
      checked += 1;
      await turn();
      return false;
    };
    const all = Array.from({ length: parallel }, () => signIns.try(signIn, real, check));
    expect((await Promise.all(all)).filter(({ right }) => right)).toEqual([]);
    expect(checked).toBeLessThanOrEqual(LIMITS.loginFailuresMax);
  };
  const signIn = async (step: number) => {
    const { right } = await signIns.try(home, true, async () => true);
    expect(right, `step ${step}: the right code`).toBe(true);
  };
  await signIn(-1);
  // Requests of the customer's own within one window.
  let window = { ends: 0, used: 0 };
  for (let step = 0; step < STEPS_OF_RUN * 2; step += 1) {
    const kind = prng.between(1, 100);
    if (kind <= 35) await guess(stranger(), prng.chance(0.7));
    else if (kind <= 65) signIns.requestCode(stranger());
    else if (kind <= 90) {
      if (window.ends <= clock.now()) {
        window = { ends: clock.now() + LIMITS.walletRateWindow, used: 0 };
      }
      window.used += 1;
      if (window.used > LIMITS.walletCodesPerNumber) continue;
      expect(signIns.requestCode(home), `step ${step}: a code`).toBe(0);
      await signIn(step);
    } else clock.advance(prng.pick(WAITS.slice(0, 5)));
  }
});
