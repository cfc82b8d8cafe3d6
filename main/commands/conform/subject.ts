import { type Clock, SECOND } from '../../../shared/time/clock.ts';
import {
  connectSimulator,
  type Heard,
  type Received,
  type Receiver,
  type RemoteSimulator,
  type Sent,
  secretHeaders,
  send,
  signedHeaders,
} from './connection.ts';
import { type Caller, type Credentials, callersOf } from './options.ts';
import { type Need, NotTested } from './row.ts';

export type SubjectOptions = {
  /** The address of the API, up to `/merchant/v1`. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** The simulator API of the service; null if it has none. */
  readonly simulatorUrl: string | null;
  /** Receivers of callbacks that the service reaches. */
  readonly https: Receiver | null;
  readonly http: Receiver | null;
  /** A certificate authority that the service's address is trusted with, PEM. */
  readonly ca: string | null;
  /** Whether requests may create and change objects. */
  readonly changes: boolean;
  /** Begins each new id; different in every run. */
  readonly run: string;
  readonly clock: Clock;
};

/** How long a callback may take to arrive, milliseconds. */
const CALLBACK_WAIT = 20 * SECOND;

/** The service that is tested, and the ways in which checks use it. */
export class Subject {
  readonly options: SubjectOptions;
  readonly baseUrl: string;
  /** The address without `/merchant/v1`. */
  readonly root: string;
  readonly merchant: string;
  /** The phone number of the customer who acts through the simulator. */
  readonly customer: string;
  /** The user with a secret, for calls that need no key. */
  readonly pos: Caller;
  readonly simulator: RemoteSimulator;
  /** What the checks have used since `used` was cleared last. */
  readonly used = new Set<Need>();
  readonly #offered = new Set<Need>();
  readonly #made = new Map<string, { readonly value: unknown; readonly needs: readonly Need[] }>();
  readonly #admin: Caller | null;
  readonly #other: Caller | null;
  #firstSettlement = 0;
  #count = 0;
  #answers = 0;
  #lastAnswer = 'no request';

  constructor(options: SubjectOptions) {
    const { baseUrl, credentials } = options;
    this.options = options;
    this.baseUrl = baseUrl;
    this.root = baseUrl.replace(/\/merchant\/v1$/, '');
    this.merchant = credentials.merchant.id;
    this.customer = credentials.customers?.[0]?.msisdn ?? '4798765432';
    const callers = callersOf({ ...credentials.merchant, users: credentials.users });
    const [first] = callers;
    if (first === undefined) throw new Error('The credentials name no user with a secret.');
    this.pos = callers.find(({ privateKey }) => privateKey === null) ?? first;
    this.#admin = callers.find(({ privateKey }) => privateKey !== null) ?? null;
    const { other_merchant: other } = credentials;
    const others = other === undefined ? [] : callersOf(other);
    this.#other = others.find(({ privateKey }) => privateKey !== null) ?? null;
    this.simulator = connectSimulator(options.simulatorUrl, this.customer, (need) =>
      this.use(need),
    );
  }

  /** Finds what the service and the credentials offer. It only reads; throws without an answer. */
  async connect(): Promise<this> {
    const { credentials, https, http, simulatorUrl, changes } = this.options;
    await this.anonymous('/status_code/');
    const offers: readonly (readonly [Need, unknown])[] = [
      ['changes', changes],
      ['simulator', simulatorUrl],
      ['clock', simulatorUrl !== null && (await this.simulator.runDue())],
      ['https callbacks', https],
      ['http callbacks', http],
      ['key', this.#admin],
      ['other merchant', this.#other],
      ['integrator', credentials.integrator],
      ['oauth', simulatorUrl !== null && credentials.oauth_client],
      ['sticker', credentials.shortlinks?.[0]],
      ['settlement', simulatorUrl !== null || (await this.newestSettlement()) !== null],
    ];
    for (const [need, there] of offers) if (there) this.#offered.add(need);
    if (this.offers('other merchant')) {
      this.#firstSettlement = (await this.key(this.other(), '/last_settlement/')).status;
    }
    this.used.clear();
    return this;
  }

  offers(need: Need): boolean {
    return this.#offered.has(need);
  }

  /** Notes that a check uses this; without it the row is not tested. */
  use(need: Need): void {
    if (!this.#offered.has(need)) throw new NotTested(need);
    this.used.add(need);
  }

  admin(): Caller {
    this.use('key');
    return this.#admin ?? this.pos;
  }

  /** A user with a key of another merchant. */
  other(): Caller {
    this.use('other merchant');
    return this.#other ?? this.pos;
  }

  oauthClient(): { readonly id: string; readonly secret: string } {
    this.use('oauth');
    return this.options.credentials.oauth_client ?? { id: '', secret: '' };
  }

  /** A shortlink of the merchant that has a serial number. */
  sticker(): { readonly id: string; readonly serial_number: string } {
    this.use('sticker');
    return this.options.credentials.shortlinks?.[0] ?? { id: '', serial_number: '' };
  }

  /** The receiver of callbacks with a certificate, or without. */
  receiver(kind: 'https' | 'http'): Receiver {
    this.use(`${kind} callbacks`);
    const receiver = this.options[kind];
    if (receiver === null) throw new NotTested(`${kind} callbacks`);
    return receiver;
  }

  /** Status of the last settlement of the other merchant, before the checks moved time. */
  firstSettlement(): number {
    this.use('other merchant');
    this.#answers += 1;
    if (this.#firstSettlement === 302) throw new NotTested('no settlement');
    return this.#firstSettlement;
  }

  /** Where the addresses of shortlinks begin. */
  get shortlinkUrl(): string {
    return this.options.credentials.shortlink_url ?? this.root;
  }

  get callbackKeyUrl(): string {
    return this.options.credentials.callback_key_url ?? `${this.root}/keys/callback.pem`;
  }

  /** The time of the service, milliseconds: the simulator's if there is one. */
  now(): Promise<number> {
    const { simulatorUrl, clock } = this.options;
    return simulatorUrl === null ? Promise.resolve(clock.now()) : this.simulator.now();
  }

  /** A text that no object of this service has yet. */
  fresh(): string {
    this.#count += 1;
    return `${this.options.run}-${this.#count}`;
  }

  /** Makes something on the first use; a later use counts as a use of the same needs. */
  async once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#made.get(name);
    if (known !== undefined) {
      this.#answers += 1;
      for (const need of known.needs) this.used.add(need);
      return known.value as T;
    }
    const before = [...this.used];
    this.used.clear();
    try {
      const value = await make();
      this.#made.set(name, { value, needs: [...this.used] });
      return value;
    } finally {
      for (const need of before) this.used.add(need);
    }
  }

  /** Forgets what `once` made under this name. */
  forget(name: string): void {
    this.#made.delete(name);
  }

  /** How many answers of the service the checks have used, also those of earlier rows. */
  get answers(): number {
    return this.#answers;
  }

  /** Sends one request to any address of the service. */
  async send(url: string, sent: Sent = {}): Promise<Received> {
    if ((sent.method ?? 'GET') !== 'GET') this.use('changes');
    this.#answers += 1;
    const { ca } = this.options;
    const reply = await send(
      url,
      ca === null || !url.startsWith('https:') ? sent : { ...sent, ca },
    );
    const path = URL.parse(url)?.pathname ?? url;
    this.#lastAnswer = `${sent.method ?? 'GET'} ${path} with the status ${reply.status}`;
    return reply;
  }

  /** The last request and the status of its reply. */
  get lastAnswer(): string {
    return this.#lastAnswer;
  }

  anonymous(path: string, sent?: Sent): Promise<Received> {
    return this.send(this.baseUrl + path, sent);
  }

  secret({ merchant, id, secret }: Caller, path: string, sent: Sent = {}): Promise<Received> {
    const headers = { ...secretHeaders(merchant, id, secret), ...sent.headers };
    return this.anonymous(path, { ...sent, headers });
  }

  key(caller: Caller, path: string, sent: Sent = {}): Promise<Received> {
    return this.#signed(caller, 'user', path, sent);
  }

  /** The same, signed by the integrator for the merchant. */
  integrator(path: string, sent: Sent = {}): Promise<Received> {
    this.use('integrator');
    const { id, private_key_pem } = this.options.credentials.integrator ?? {
      id: '',
      private_key_pem: '',
    };
    const caller = { merchant: this.merchant, id, secret: '', privateKey: private_key_pem };
    return this.#signed(caller, 'integrator', path, sent);
  }

  async #signed(caller: Caller, as: 'user' | 'integrator', path: string, sent: Sent) {
    const { merchant, id, privateKey } = caller;
    if (privateKey === null) throw new NotTested('key');
    const { method = 'GET', body } = sent;
    const url = this.baseUrl + path;
    const parts = { merchant, user: id, as, privateKey, url, method, body, at: await this.now() };
    return this.send(url, { ...sent, headers: { ...signedHeaders(parts), ...sent.headers } });
  }

  /** The path of the merchant's newest settlement; null if there is none. */
  async newestSettlement(): Promise<string | null> {
    return (await this.settlements())[0] ?? null;
  }

  /** The addresses of the settlements on the first page, newest first. */
  async settlements(): Promise<readonly string[]> {
    const { json } = await this.secret(this.pos, '/settlement/');
    return Object(json).uris ?? [];
  }

  /** What a receiver got at a path, when everything due was sent and `enough` is true. */
  async heard(
    receiver: Receiver,
    path: string,
    enough: (heard: readonly Heard[]) => boolean = (heard) => heard.length > 0,
  ): Promise<readonly Heard[]> {
    if (this.offers('clock')) await this.simulator.runDue();
    const heard = () => receiver.heard.filter(({ target }) => target === path);
    if (enough(heard())) return heard();
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = receiver.onHeard(() => enough(heard()) && resolve());
    const cancel = this.options.clock.after(CALLBACK_WAIT, resolve);
    await promise;
    stop();
    cancel();
    return heard();
  }
}

/** Checks of one row each, under the row's id. */
export type OwnChecks = Readonly<Record<string, (subject: Subject) => Promise<void>>>;
