import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PortalMe } from '../../../shared/portal/contract.ts';
import { type Instant, SECOND } from '../../../shared/time/clock.ts';
import type { ApiAnswer, ApiProblem } from '../../state/api-answer.ts';
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
    ends: null,
  }));

  function ended(problem: ApiProblem): void {
    if (store.getState().session === 'in') store.setState({ session: 'out', problem, ends: null });
  }

  async function act<T>(run: () => Promise<ApiAnswer<T>>): Promise<T | null> {
    if (store.getState().busy) return null;
    store.setState({ busy: true, problem: null });
    const answer = await run();
    store.setState({ busy: false });
    if (answer.ok) return answer.value;
    failed(answer.problem);
    return null;
  }

  function failed(problem: ApiProblem): void {
    store.setState({ problem });
    if (problem.kind === 'signed_out') ended(problem);
  }

  async function enter(run: () => Promise<ApiAnswer<PortalMe>>): Promise<void> {
    const me = await act(run);
    if (me !== null) store.setState({ me, session: me.user === null ? 'out' : 'in' });
  }

  return {
    api,
    store,
    ended,
    act,
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
    async askSession(stay) {
      const answer = await (stay ? api.prolongSession() : api.session());
      if (!answer.ok && answer.problem.kind === 'signed_out') ended(answer.problem);
      return answer;
    },
    signIn: (merchant, user, secret) => enter(() => api.signIn(merchant, user, secret)),
    openDemo: () => enter(() => api.demoSession()),
    enterAs: (me) => store.setState({ me, session: 'in', problem: null }),
    async signOut() {
      const out = await api.signOut();
      // A second press finds that the session has ended.
      if (!out.ok && out.problem.kind !== 'signed_out') return failed(out.problem);
      const { me } = store.getState();
      const signedOut = me && { ...me, user: null };
      store.setState({ session: 'out', problem: null, ends: null, me: signedOut });
    },
  };
}
