import { createStore, type StoreApi } from 'zustand/vanilla';
import { present } from '../../shared/objects/present.ts';
import type {
  WalletAttachment,
  WalletMe,
  WalletPermission,
  WalletRequest,
} from '../../shared/wallet/contract.ts';
import type { WalletProfile, WalletProfileInput } from '../../shared/wallet/profile.ts';
import type { ApiAnswer, ApiProblem } from '../state/api-answer.ts';
import type { WalletApi } from './api.ts';
import { openCode, openPermission, openRequest, openScan } from './open-route.ts';
import type { Route } from './route.ts';
import { BLANK_WALLET, type WalletState } from './wallet-state.ts';

export type Wallet = {
  readonly store: StoreApi<WalletState>;
  start(route: Route): Promise<void>;
  go(route: Route): Promise<void>;
  approve(request: WalletRequest, additional: number | null): Promise<void>;
  reject(request: WalletRequest): Promise<void>;
  /** Shares the named parts with the shop. */
  share(permission: WalletPermission, scope: readonly string[]): Promise<void>;
  decline(permission: WalletPermission): Promise<void>;
  askForCode(msisdn: string): Promise<{ readonly demoCode: string | null } | null>;
  /** Signs in, or leads to the registration of a number without a customer. */
  signIn(msisdn: string, code: string): Promise<void>;
  /** Registers the number whose code was right, under the terms that the page shows. */
  register(msisdn: string, name: string): Promise<void>;
  signOut(): Promise<void>;
  /** Saves the customer's profile; null if that failed. */
  saveProfile(input: WalletProfileInput): Promise<WalletProfile | null>;
  /** The shop's attachments of a payment; an empty list if they cannot be read. */
  attachments(tid: string): Promise<readonly WalletAttachment[]>;
  /** Reads what is on the screen again. */
  refresh(): Promise<void>;
};

type Listen = (changed: () => void) => () => void;
type Now = () => number;

type WalletStoreDeps = {
  readonly api: WalletApi;
  readonly listen: Listen;
  readonly now: Now;
};

/** The state of the wallet page. The service decides; the page shows its last answer. */
export function createWallet({ api, listen, now }: WalletStoreDeps): Wallet {
  const store = createStore<WalletState>(() => BLANK_WALLET);
  const parts: WalletContext = {
    api,
    store,
    listen,
    now,
    stopListening: null,
    reading: null,
    readAgain: false,
  };
  return {
    store,
    start: (route) => start(parts, route),
    go: async (route) => {
      store.setState({
        route,
        opened: { kind: 'loading' },
        problem: null,
        unsure: false,
        seenAt: null,
      });
      await refresh(parts);
    },
    approve: ({ tid }, additional) => act(parts, tid, () => api.approve(tid, additional)),
    reject: ({ tid }) => act(parts, tid, () => api.reject(tid)),
    share: ({ rid }, scope) => answerTo(parts, () => api.accept(rid, scope)),
    decline: ({ rid }) => answerTo(parts, () => api.decline(rid)),
    askForCode: async (msisdn) => {
      const sent = await call(parts, () => api.askForCode(msisdn));
      return sent === null ? null : { demoCode: sent.demo_code };
    },
    signIn: async (msisdn, code) => {
      const me = await call(parts, () => api.signIn(msisdn, code));
      if (me?.registration !== undefined) store.setState({ me });
      else if (me !== null) await enter(parts, me);
    },
    register: async (msisdn, name) => {
      const open = store.getState().me?.registration;
      if (open === undefined) return;
      const { ticket, terms } = open;
      const input = { msisdn, ticket, name, terms_version: terms.version };
      const me = await call(parts, () => api.register(input));
      if (me !== null) await enter(parts, me);
    },
    signOut: () => signOut(parts),
    saveProfile: (input) => saveProfile(parts, input),
    async attachments(tid) {
      const answer = await api.attachments(tid);
      return answer.ok ? answer.value.items : [];
    },
    refresh: () => refresh(parts),
  };
}

type WalletContext = {
  readonly api: WalletApi;
  readonly store: StoreApi<WalletState>;
  readonly listen: Listen;
  readonly now: Now;
  stopListening: (() => void) | null;
  reading: Promise<void> | null;
  readAgain: boolean;
};

type ReadingContext = Pick<WalletContext, 'api' | 'store' | 'now' | 'reading' | 'readAgain'>;

async function start(parts: WalletContext, route: Route): Promise<void> {
  const { api, store } = parts;
  store.setState({ route, session: 'starting' });
  const me = await api.me();
  if (!me.ok) {
    store.setState({ session: me.problem.kind === 'signed_out' ? 'out' : 'unreachable' });
    return;
  }
  if (me.value.customer !== null) return enter(parts, me.value);
  store.setState({ me: me.value });
  // In the demo the first customer is signed in automatically, so that one phone is enough to try
  // it.
  if (me.value.demo && (route.kind === 'request' || route.kind === 'code')) {
    const demo = await api.demoSession();
    if (demo.ok) return enter(parts, demo.value);
  }
  store.setState({ session: 'out' });
}

async function enter(parts: WalletContext, me: WalletMe): Promise<void> {
  parts.store.setState({ me, session: 'in', problem: null });
  parts.stopListening ??= parts.listen(() => void refresh(parts));
  await refresh(parts);
}

/**
 * Only one read at a time. A change that is reported during a read triggers another read after it.
 */
async function refresh(parts: ReadingContext): Promise<void> {
  if (parts.reading !== null) {
    parts.readAgain = true;
    return parts.reading;
  }
  parts.reading = readUntilCurrent(parts);
  await parts.reading;
  parts.reading = null;
}

async function readUntilCurrent(
  parts: Pick<WalletContext, 'api' | 'store' | 'now' | 'readAgain'>,
): Promise<void> {
  do {
    parts.readAgain = false;
    const { store } = parts;
    const { route, session } = store.getState();
    if (session !== 'in') return;
    await load(parts, route);
    const { problem } = store.getState();
    if (problem?.kind === 'unreachable') continue;
    const at = parts.now();
    store.setState(route.kind === 'list' ? { listedAt: at } : { seenAt: at });
  } while (parts.readAgain);
}

function load({ api, store }: Pick<WalletContext, 'api' | 'store'>, route: Route): Promise<void> {
  const opening = { api, store, note: (problem: ApiProblem) => note(store, problem) };
  switch (route.kind) {
    case 'list':
      return loadList({ api, store });
    case 'request':
      return openRequest(opening, route.tid);
    case 'code':
      return openCode(opening, route);
    case 'scan':
      return openScan(opening, route.id);
    case 'permission':
      return Promise.all([openPermission(opening, route.rid), loadProfile({ api, store })]).then();
    case 'profile':
      return loadProfile({ api, store });
    case 'scanner':
      return Promise.resolve();
  }
}

async function loadList({ api, store }: Pick<WalletContext, 'api' | 'store'>): Promise<void> {
  const [list, permissions] = await Promise.all([api.requests(), api.permissions()]);
  if (permissions.ok) store.setState({ permissions: permissions.value.items });
  if (list.ok) store.setState({ items: list.value.items, problem: null });
  else note(store, list.problem);
}

async function loadProfile({ api, store }: Pick<WalletContext, 'api' | 'store'>): Promise<void> {
  const answer = await api.profile();
  if (answer.ok) store.setState({ profile: answer.value });
  // On the permission page the profile is only additional information, so its failure is not shown.
  else if (store.getState().route.kind === 'profile') note(store, answer.problem);
}

async function saveProfile(parts: Pick<WalletContext, 'api' | 'store'>, input: WalletProfileInput) {
  const saved = await call(parts, () => parts.api.saveProfile(input));
  if (saved === null) return null;
  const { me } = parts.store.getState();
  const customer = me?.customer ? { ...me.customer, name: saved.name } : null;
  parts.store.setState({
    profile: saved,
    ...present({ me: me && { ...me, customer } }),
  });
  return saved;
}

/** Sends an approval or a rejection. After a refusal the request is read again. */
async function act(
  parts: ReadingContext,
  tid: string,
  run: () => Promise<ApiAnswer<WalletRequest>>,
): Promise<void> {
  const { store } = parts;
  if (store.getState().unsure) return;
  const request = await call(parts, run);
  const { route, problem } = store.getState();
  // An answer for another route is dropped.
  if (route.kind !== 'request' || route.tid !== tid) return;
  if (request !== null) {
    store.setState({ opened: { kind: 'shown', request } });
    return;
  }
  if (problem?.kind === 'unreachable') store.setState({ unsure: true });
  await refresh(parts);
}

/** Ends the session, also while another call waits. Without an answer the session may still be open. */
async function signOut(parts: WalletContext): Promise<void> {
  const { api, store } = parts;
  const answer = await api.signOut();
  if (!answer.ok && answer.problem.kind !== 'signed_out') return note(store, answer.problem);
  parts.stopListening?.();
  parts.stopListening = null;
  store.setState({ session: 'out', items: null, profile: null, opened: { kind: 'loading' } });
}

/** Sends an answer to a permission request. */
async function answerTo(parts: ReadingContext, run: () => Promise<ApiAnswer<WalletPermission>>) {
  const permission = await call(parts, run);
  if (permission !== null) parts.store.setState({ opened: { kind: 'permission', permission } });
  else await refresh(parts);
}

async function call<T>(
  parts: Pick<WalletContext, 'store'>,
  run: () => Promise<ApiAnswer<T>>,
): Promise<T | null> {
  const { store } = parts;
  if (store.getState().busy) return null;
  store.setState({ busy: true, problem: null });
  const answer = await run();
  store.setState({ busy: false });
  if (answer.ok) return answer.value;
  note(store, answer.problem);
  return null;
}

function note(store: StoreApi<WalletState>, problem: ApiProblem): void {
  if (problem.kind === 'signed_out' && store.getState().session === 'in') {
    store.setState({ session: 'out', problem });
    return;
  }
  store.setState({ problem });
}
