import type { SetupFacts, SetupProblem, SetupView } from '../../../shared/device/bridge/setup.ts';
import type { SetupStep } from '../../../shared/device/commands/setup.ts';
import { readServiceAddress } from '../../../shared/device/pairing/address.ts';
import { type CheckResult, isReady } from '../../../shared/device/pairing/checks.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { present } from '../../../shared/objects/present.ts';
import { reference } from '../../../shared/protocol/basic.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { readPairingCode } from '../../../shared/protocol/pairing-code.ts';
import { belongsElsewhere, OTHER_SHOP } from '../pairing/connection-file.ts';
import {
  type Connected,
  connectManually,
  type ManualOptions,
  type PairDeps,
  pairByCode,
  preparedKeys,
} from '../pairing/pair-till.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { TillAccess } from '../service/access.ts';
import type { ShopCurrencies } from '../service/shop-currencies.ts';
import { FIRST, NOTHING_KNOWN } from './first.ts';

export type SetupDeps = {
  /** Opens the store for secrets, with or without permission to use a file. */
  readonly secrets: (file: 'allowed' | 'refused') => Answer<SecretStore>;
  /** The dependencies of pairing, without the store. */
  readonly pairing: Omit<PairDeps, 'secrets'>;
  readonly check: (
    access: TillAccess,
    posId: string,
    currency: string | null,
  ) => Promise<readonly CheckResult[]>;
  /** The currencies of the shop, for a connection that was typed. */
  readonly currencies: (access: TillAccess) => Promise<ShopCurrencies>;
  /** This machine's name in the portal. */
  readonly device: string | null;
  /** The known facts: the address and the till's former identity. */
  readonly known: SetupFacts;
  readonly why: SetupView['why'];
};

/** Connects a till with its service, one step of the operator at a time. */
export interface Setup {
  view(): SetupView;
  subscribe(listener: () => void): () => void;
  /** Returns at once; the view shows the result of a step. */
  run(step: SetupStep): Answer<null>;
  /** Resolves when the operator has finished and the till can be opened. */
  readonly finished: Promise<Connected>;
}

const BUSY = refuse('Conflict', 'The previous step is still running.');
const NOT_READY = refuse('Conflict', 'The connection has to be checked first.');

type Typed = Extract<SetupStep, { readonly kind: 'connect' }>;
/** A checked connection, and the options to store it if that is not done. */
type Candidate = {
  readonly access: TillAccess;
  readonly posId: string;
  readonly wish: ManualOptions | null;
};

export function createSetup(deps: SetupDeps): Setup {
  return new FirstRun(deps);
}

class FirstRun implements Setup {
  readonly #deps: SetupDeps;
  readonly #listeners = createListeners();
  readonly subscribe = this.#listeners.subscribe;
  readonly finished: Promise<Connected>;
  #finish: (till: Connected) => void = () => undefined;
  #view: SetupView;
  #candidate: Candidate | null = null;
  #connected: Connected | null = null;
  #store: SecretStore | null = null;

  constructor(deps: SetupDeps) {
    this.#deps = deps;
    const secrets = deps.secrets('refused').ok ? 'kept' : 'ask';
    this.#view = { ...FIRST, why: deps.why, secrets, facts: deps.known };
    this.finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  view(): SetupView {
    return this.#view;
  }

  run(step: SetupStep): Answer<null> {
    if (this.#view.stage.kind === 'working') return BUSY;
    if (step.kind === 'finish' && this.#connected === null) return NOT_READY;
    this.#take(step).catch((error: unknown) =>
      this.#fail('other', error instanceof Error ? error.message : 'The step did not work.'),
    );
    return answer(null);
  }

  async #take(step: SetupStep): Promise<void> {
    switch (step.kind) {
      case 'pair':
        return this.#pair(step);
      case 'connect':
        return this.#connect(step);
      case 'check':
        return this.#check();
      case 'make_key':
        return this.#makeKey(step.file);
      case 'again':
        this.#candidate = null;
        this.#connected = null;
        return this.#show({
          stage: FIRST.stage,
          facts: { ...NOTHING_KNOWN, address: this.#view.facts.address },
        });
      case 'finish': {
        const { stage } = this.#view;
        if (this.#connected === null || stage.kind !== 'checked' || !stage.done) return;
        this.#show({ stage: { kind: 'working', at: 'starting' } });
        this.#finish(this.#connected);
      }
    }
  }

  async #pair(step: Extract<SetupStep, { readonly kind: 'pair' }>): Promise<void> {
    const baseUrl = this.#addressOf(step.address);
    if (baseUrl === null) return;
    const code = readPairingCode(step.code);
    if (code === null) return this.#fail('bad_code', 'A code has eight letters and digits.');
    const till = this.#opened(step.file);
    if (till === null) return;
    const facts = { ...this.#view.facts, address: baseUrl };
    this.#show({ stage: { kind: 'working', at: 'pairing' }, facts });
    const { device } = this.#deps;
    const done = await pairByCode(till, { baseUrl, code, credentials: 'key', device });
    if (done.kind === 'problem') return this.#fail(done.problem, done.description, done.retryAfter);
    this.#connected = done.till;
    const { access, settings, connection } = done.till;
    const { merchantId, userId } = access.identity;
    const { pos_id: posId } = connection;
    const { name: shop } = settings.shop;
    this.#show({ facts: { address: baseUrl, merchantId, userId, posId, shop } });
    this.#candidate = { access, posId, wish: null };
    await this.#check();
  }

  async #connect(step: Typed): Promise<void> {
    const baseUrl = this.#addressOf(step.address);
    if (baseUrl === null) return;
    const { merchantId, userId, posId, secret } = step;
    if (!reference.safeParse(posId).success) {
      return this.#fail('bad_pos_id', 'A till id has letters, digits, "_", "." and "-".');
    }
    if (await belongsElsewhere(this.#deps.pairing.directory, { baseUrl, merchantId })) {
      return this.#fail('other_shop', OTHER_SHOP);
    }
    const till = this.#opened(step.file);
    if (till === null) return;
    const facts = { address: baseUrl, merchantId, userId, posId, shop: null };
    this.#show({ stage: { kind: 'working', at: 'checking' }, facts });
    const credentials =
      secret === null
        ? ({ kind: 'key', privateKey: (await preparedKeys(till)).privateKey } as const)
        : ({ kind: 'secret', secret } as const);
    const shop = { name: '', address: null, organisation_number: null };
    const wish = { baseUrl, merchantId, userId, posId, credentials, shop };
    const access = { baseUrl, identity: { merchantId, userId, credentials } };
    this.#candidate = { access, posId, wish };
    await this.#check();
  }

  /** Checks the connection; a typed one is stored once all checks pass. */
  async #check(): Promise<void> {
    if (this.#candidate === null) return this.#fail('other', NOT_READY.refusal.description);
    const { access, posId, wish } = this.#candidate;
    this.#show({ stage: { kind: 'working', at: 'checking' } });
    const results = await this.#deps.check(
      access,
      posId,
      this.#connected?.settings.currency ?? null,
    );
    const merchant = results.find(({ id, state }) => id === 'merchant' && state === 'passed');
    const shop = merchant?.fact ?? this.#view.facts.shop;
    const ready = isReady(results);
    if (wish !== null && this.#store !== null && ready) {
      const currencies = await this.#deps.currencies(access);
      const [currency] = typeof currencies === 'string' ? [] : currencies;
      const named = {
        ...wish,
        shop: { ...wish.shop, name: shop ?? wish.merchantId },
        ...present({ currency }),
      };
      const pairing = { ...this.#deps.pairing, secrets: this.#store };
      this.#connected = await connectManually(pairing, named);
      this.#candidate = { access, posId, wish: null };
    }
    const done = ready && this.#connected !== null;
    this.#show({ stage: { kind: 'checked', results, done }, facts: { ...this.#view.facts, shop } });
  }

  async #makeKey(file: 'allowed' | 'refused'): Promise<void> {
    const till = this.#opened(file);
    if (till === null) return;
    this.#show({ stage: { kind: 'working', at: 'key' } });
    const { publicKey } = await preparedKeys(till);
    this.#show({ stage: { kind: 'key_made', publicKey } });
  }

  /** Opens the store of this step; reports a problem if there is none. */
  #opened(file: 'allowed' | 'refused'): PairDeps | null {
    const chosen = this.#deps.secrets(file);
    if (!chosen.ok) {
      this.#fail('no_secret_store', chosen.refusal.description);
      return null;
    }
    this.#store = chosen.value;
    return { ...this.#deps.pairing, secrets: chosen.value };
  }

  #addressOf(typed: string): string | null {
    const read = readServiceAddress(typed);
    if (read.ok) return read.value;
    this.#fail('bad_address', read.refusal.description);
    return null;
  }

  #show(change: Partial<SetupView>): void {
    this.#view = { ...this.#view, problem: null, ...change };
    this.#listeners.tell();
  }

  #fail(kind: SetupProblem, description: string, retryAfter: number | null = null): void {
    const { stage: now } = this.#view;
    const stage = now.kind === 'working' ? FIRST.stage : now;
    this.#show({ stage, problem: { kind, description, retryAfter } });
  }
}
