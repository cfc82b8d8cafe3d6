import { createStore, type StoreApi } from 'zustand/vanilla';
import { present } from '../../shared/objects/present.ts';
import type {
  WalletAttachment,
  WalletMe,
  WalletPermission,
  WalletRequest,
} from '../../shared/wallet/contract.ts';
import type { WalletProfile, WalletProfileInput } from '../../shared/wallet/profile.ts';
import { type ApiAnswer, type ApiProblem, beforeSignIn } from '../state/api-answer.ts';
import type { WalletApi } from './api.ts';
import { isAt, openRoute } from './open-route.ts';
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
  const parts: WalletContext = { api, store, listen, now, visit: newVisit() };
  return {
    store,
    start: (route) => start(parts, route),
    go: async (route) => {
      overtakeReads(parts.visit);
      store.setState({
        route,
        opened: { kind: 'loading' },
        problem: null,
        // A call in flight ends by its answer.
        act: store.getState().act === 'sending' ? 'sending' : 'idle',
        stillSignedIn: false,
        seenAt: null,
      });
      await refresh(parts);
    },
    approve: ({ tid }, additional) => act(parts, tid, () => api.approve(tid, additional)),
    reject: ({ tid }) => act(parts, tid, () => api.reject(tid)),
    share: ({ rid }, scope) => answerTo(parts, rid, () => api.accept(rid, scope)),
    decline: ({ rid }) => answerTo(parts, rid, () => api.decline(rid)),
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
  /** The current visit. An answer to a call of an earlier visit is dropped. */
  visit: Visit;
};

/** The time until a customer leaves the wallet. */
type Visit = {
  stopListening: (() => void) | null;
  reading: Promise<void> | null;
  readAgain: boolean;
  /** How often the reads were overtaken. */
  turn: number;
  /** How many reads have begun. */
  reads: number;
};

function newVisit(): Visit {
  return { stopListening: null, reading: null, readAgain: false, turn: 0, reads: 0 };
}

/** Makes the read that is under way out of date. Its answer is dropped, and another read follows it. */
function overtakeReads(visit: Visit): void {
  visit.turn += 1;
  visit.readAgain = true;
}

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
  parts.visit.stopListening ??= parts.listen(() => void refresh(parts));
  await refresh(parts);
}

/** Ends the visit. Nothing of the customer stays for the next customer of this phone. */
function leave(parts: WalletContext, problem: ApiProblem | null): void {
  const { store, visit } = parts;
  visit.stopListening?.();
  parts.visit = newVisit();
  const { route, me, skew } = store.getState();
  const visitor = me && withoutCustomer(me);
  store.setState({ ...BLANK_WALLET, route, skew, session: 'out', me: visitor, problem });
}

/** What the sign-in page needs. */
function withoutCustomer({ demo, codes, origins, registers }: WalletMe): WalletMe {
  return { customer: null, demo, codes, origins, ...present({ registers }) };
}

/**
 * Only one read at a time. A change that is reported during a read triggers another read after it.
 */
async function refresh(parts: WalletContext): Promise<void> {
  const { visit } = parts;
  if (visit.reading !== null) {
    visit.readAgain = true;
    return visit.reading;
  }
  visit.reading = readUntilCurrent(parts);
  await visit.reading;
  visit.reading = null;
}

async function readUntilCurrent(parts: WalletContext): Promise<void> {
  const { api, store, visit } = parts;
  do {
    visit.readAgain = false;
    visit.reads += 1;
    const { turn } = visit;
    const { route, session } = store.getState();
    if (session !== 'in') return;
    const isCurrent = () => parts.visit === visit && visit.turn === turn;
    await openRoute({ api, store, isCurrent, note: (problem) => note(parts, problem) }, route);
    if (parts.visit !== visit) return;
    const { problem } = store.getState();
    if (!isCurrent() || problem?.kind === 'unreachable') continue;
    const at = parts.now();
    store.setState(route.kind === 'list' ? { listedAt: at } : { seenAt: at });
  } while (visit.readAgain);
}

async function saveProfile(parts: WalletContext, input: WalletProfileInput) {
  const saved = await call(parts, () => parts.api.saveProfile(input));
  if (saved === null) return null;
  const { me, route } = parts.store.getState();
  // The wallet reports a code once, so it does not drop the answer to this report.
  if (route.kind !== 'code') overtakeReads(parts.visit);
  const customer = me?.customer ? { ...me.customer, name: saved.name } : null;
  parts.store.setState({
    profile: saved,
    ...present({ me: me && { ...me, customer } }),
  });
  return saved;
}

/** Sends an approval or a rejection. After a refusal the request is read again. */
async function act(
  parts: WalletContext,
  tid: string,
  run: () => Promise<ApiAnswer<WalletRequest>>,
): Promise<void> {
  const { store, visit } = parts;
  const { act: last } = store.getState();
  if (last === 'sending' || last === 'unsure') return;
  const { reads } = visit;
  const request = await call(parts, run);
  // An answer for another route is dropped.
  if (parts.visit !== visit || !isAt(store, { kind: 'request', tid })) return;
  // A read that began before this answer may show the request as it was before.
  overtakeReads(visit);
  if (request !== null) {
    store.setState({ opened: { kind: 'shown', request } });
    // A read that began after the press may have shown a later state, which no event reports again.
    if (visit.reads > reads) await refresh(parts);
    return;
  }
  if (store.getState().act === 'unanswered') store.setState({ act: 'unsure' });
  await refresh(parts);
}

/** Ends the session, also while another call waits. Without an answer the session may still be open. */
async function signOut(parts: WalletContext): Promise<void> {
  const { api, store, visit } = parts;
  store.setState({ stillSignedIn: false });
  const answer = await api.signOut();
  // After a second press the first answer has ended the visit.
  if (parts.visit !== visit) return;
  if (answer.ok || answer.problem.kind === 'signed_out') return leave(parts, null);
  if (answer.problem.kind !== 'unreachable') return note(parts, answer.problem);
  store.setState({ stillSignedIn: true });
  // The service may have ended the session although its answer was lost.
  await refresh(parts);
}

/** Sends an answer to a permission request. */
async function answerTo(
  parts: WalletContext,
  rid: string,
  run: () => Promise<ApiAnswer<WalletPermission>>,
): Promise<void> {
  const { store, visit } = parts;
  if (store.getState().act === 'sending') return;
  const { reads } = visit;
  const permission = await call(parts, run);
  if (parts.visit !== visit || !isAt(store, { kind: 'permission', rid })) return;
  overtakeReads(visit);
  if (permission !== null) store.setState({ opened: { kind: 'permission', permission } });
  if (permission === null || visit.reads > reads) await refresh(parts);
}

async function call<T>(parts: WalletContext, run: () => Promise<ApiAnswer<T>>): Promise<T | null> {
  const { store, visit } = parts;
  if (store.getState().act === 'sending') return null;
  store.setState({ act: 'sending', problem: null, stillSignedIn: false });
  const answer = await run();
  if (parts.visit !== visit) return null;
  store.setState({ act: 'idle' });
  if (answer.ok) return answer.value;
  note(parts, answer.problem);
  if (answer.problem.kind === 'unreachable') store.setState({ act: 'unanswered' });
  return null;
}

function note(parts: WalletContext, problem: ApiProblem): void {
  const { store } = parts;
  if (problem.kind === 'signed_out' && store.getState().session === 'in') leave(parts, problem);
  else
    store.setState({
      problem: store.getState().session === 'in' ? problem : beforeSignIn(problem),
    });
}
