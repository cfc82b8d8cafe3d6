import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PortalMe } from '../../../shared/portal/contract.ts';
import { type Instant, SECOND } from '../../../shared/time/clock.ts';
import { type ApiAnswer, type ApiProblem, beforeSignIn } from '../../state/api-answer.ts';
import type { PortalApi } from './api.ts';
import { type Route, routeOf } from './route.ts';

/** When the session ends. `final`: no use prolongs it. */
export type SessionEnd = { readonly at: Instant; readonly final: boolean };

export type PortalState = {
  readonly route: Route;
  readonly session: 'starting' | 'unreachable' | 'out' | 'in';
  readonly me: PortalMe | null;
  readonly busy: boolean;
  /** The problem of the last action; null after the next one starts. */
  readonly problem: ApiProblem | null;
  /** True after a sign-out got no answer, until the next action. */
  readonly stillSignedIn: boolean;
  /** By the clock of this device; null before the first answer in a session. */
  readonly ends: SessionEnd | null;
};

export type Portal = {
  readonly api: PortalApi;
  readonly store: StoreApi<PortalState>;
  start(path: string): Promise<void>;
  signIn(merchant: string, user: string, secret: string): Promise<void>;
  openDemo(): Promise<void>;
  /** Opens the portal for a user who has signed in by another endpoint. */
  enterAs(me: PortalMe): void;
  /** Ends the session, also while an action waits for its answer. */
  signOut(): Promise<void>;
  /** Runs an action. Returns null if it fails, with its problem, and if another one is running. */
  act<T>(run: () => Promise<ApiAnswer<T>>): Promise<T | null>;
  /** Ends the session after the service has answered that it is over. */
  ended(problem: ApiProblem): void;
  /** Notes the header `SESSION_LEFT_HEADER` of an answer that arrived `now`. */
  noteSession(left: string | null, now: Instant): void;
  /** Asks whether the session has ended, or, with `stay`, prolongs it. */
  askSession(stay: boolean): Promise<ApiAnswer<null>>;
};

/** The state that all pages share. Each page loads its own data. */
export function createPortal(api: PortalApi): Portal {
  const store = createStore<PortalState>(() => ({
    route: { page: 'payments', id: null },
    session: 'starting',
    me: null,
    busy: false,
    problem: null,
    stillSignedIn: false,
    ends: null,
  }));

  async function act<T>(run: () => Promise<ApiAnswer<T>>): Promise<T | null> {
    if (store.getState().busy) return null;
    store.setState({ busy: true, problem: null, stillSignedIn: false });
    const answer = await run();
    store.setState({ busy: false });
    if (answer.ok) return answer.value;
    failed(store, answer.problem);
    return null;
  }

  async function enter(run: () => Promise<ApiAnswer<PortalMe>>): Promise<void> {
    const me = await act(run);
    if (me !== null) store.setState({ me, session: me.user === null ? 'out' : 'in' });
  }

  return {
    api,
    store,
    act,
    ended: (problem) => end(store, problem),
    askSession: (stay) => askSession(api, store, stay),
    async start(path) {
      store.setState({ route: routeOf(path), session: 'starting' });
      const me = await api.me();
      if (!me.ok) store.setState({ session: 'unreachable' });
      else store.setState({ me: me.value, session: me.value.user === null ? 'out' : 'in' });
    },
    noteSession(header, now) {
      const [seconds = '', final] = header?.split(' ') ?? [];
      if (!/^\d{1,6}$/.test(seconds)) return;
      const at = now + Number(seconds) * SECOND;
      store.setState({ ends: { at, final: final === 'final' } });
    },
    signIn: (merchant, user, secret) => enter(() => api.signIn(merchant, user, secret)),
    openDemo: () => enter(() => api.demoSession()),
    enterAs: (me) => store.setState({ me, session: 'in', problem: null }),
    signOut: () => signOut(api, store),
  };
}

type PortalStore = StoreApi<PortalState>;

function end(store: PortalStore, problem: ApiProblem): void {
  if (store.getState().session !== 'in') return;
  store.setState({ session: 'out', problem, stillSignedIn: false, ends: null });
}

function failed(store: PortalStore, problem: ApiProblem): void {
  store.setState({ problem: store.getState().session === 'in' ? problem : beforeSignIn(problem) });
  if (problem.kind === 'signed_out') end(store, problem);
}

async function askSession(api: PortalApi, store: PortalStore, stay: boolean) {
  const answer = await (stay ? api.prolongSession() : api.session());
  if (!answer.ok && answer.problem.kind === 'signed_out') end(store, answer.problem);
  return answer;
}

async function signOut(api: PortalApi, store: PortalStore): Promise<void> {
  store.setState({ stillSignedIn: false });
  const out = await api.signOut();
  if (!out.ok && out.problem.kind === 'unreachable') {
    // Another press may have ended the session in the meantime.
    store.setState({ stillSignedIn: store.getState().session === 'in' });
    // The service may have ended the session although its answer was lost.
    await askSession(api, store, false);
    return;
  }
  // A second press finds that the session has ended.
  if (!out.ok && out.problem.kind !== 'signed_out') return failed(store, out.problem);
  const { me } = store.getState();
  const signedOut = me && { ...me, user: null };
  store.setState({
    session: 'out',
    problem: null,
    stillSignedIn: false,
    ends: null,
    me: signedOut,
  });
}
