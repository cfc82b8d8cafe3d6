import type { StoreApi } from 'zustand/vanilla';
import type { WalletScan } from '../../shared/wallet/contract.ts';
import type { ApiAnswer, ApiProblem } from '../state/api-answer.ts';
import type { WalletApi } from './api.ts';
import type { Route } from './route.ts';
import type { WalletState } from './wallet-state.ts';

/** The dependencies for opening a route. */
export type OpenRouteDeps = {
  readonly api: WalletApi;
  readonly store: StoreApi<WalletState>;
  readonly note: (problem: ApiProblem) => void;
};

/** Opens a request. The first customer to open it claims it. */
export async function openRequest(opening: OpenRouteDeps, tid: string): Promise<void> {
  const { api, store } = opening;
  let seen = await api.read(tid);
  if (seen.ok && seen.value.status === 'pending' && !seen.value.mine) seen = await api.claim(tid);
  if (!isHere(store, { kind: 'request', tid })) return;
  if (!seen.ok) return failed(opening, seen.problem);
  const { problem } = store.getState();
  store.setState({
    opened: { kind: 'shown', request: seen.value },
    skew: seen.skew ?? 0,
    unsure: false,
    // A refusal stays visible. The problem that the service was unreachable is over.
    problem: problem?.kind === 'unreachable' ? null : problem,
  });
}

/** Reports the scan of a code to the shop, once. After that the page shows the scan. */
export async function openCode(
  opening: OpenRouteDeps,
  code: Extract<Route, { readonly kind: 'code' }>,
): Promise<void> {
  const scanned = await opening.api.scan(code.shortlink, code.argstring);
  if (opening.store.getState().route !== code) return;
  await showScan(opening, scanned);
}

/** Opens the result of a scan: the request that belongs to it, or the shop's answer. */
export async function openScan(opening: OpenRouteDeps, id: string): Promise<void> {
  const seen = await opening.api.readScan(id);
  if (isHere(opening.store, { kind: 'scan', id })) await showScan(opening, seen);
}

async function showScan(opening: OpenRouteDeps, seen: ApiAnswer<WalletScan>): Promise<void> {
  const { store } = opening;
  if (!seen.ok) {
    failed(opening, seen.problem);
    return;
  }
  const { id, tid } = seen.value;
  if (tid === null) {
    store.setState({
      route: { kind: 'scan', id },
      opened: { kind: 'scan', scan: seen.value },
      problem: null,
    });
    return;
  }
  store.setState({ route: { kind: 'request', tid }, opened: { kind: 'loading' }, problem: null });
  await openRequest(opening, tid);
}

/** Opens a shop's request for the customer's data. */
export async function openPermission(opening: OpenRouteDeps, rid: string): Promise<void> {
  const { api, store } = opening;
  const seen = await api.readPermission(rid);
  if (!isHere(store, { kind: 'permission', rid })) return;
  if (!seen.ok) return failed(opening, seen.problem);
  store.setState({ opened: { kind: 'permission', permission: seen.value }, skew: seen.skew ?? 0 });
}

/** True if the page is still at this route. An answer for another route is dropped. */
function isHere(store: StoreApi<WalletState>, wanted: Route): boolean {
  return JSON.stringify(store.getState().route) === JSON.stringify(wanted);
}

function failed({ store, note }: Pick<OpenRouteDeps, 'store' | 'note'>, problem: ApiProblem): void {
  switch (problem.kind) {
    case 'missing':
      store.setState({ opened: { kind: 'missing' } });
      return;
    case 'conflict':
      store.setState({ opened: { kind: 'taken' } });
      return;
    default:
      note(problem);
      // A shown request stays visible when the network fails.
      if (store.getState().opened.kind === 'loading') {
        store.setState({ opened: { kind: 'unreachable' } });
      }
  }
}
