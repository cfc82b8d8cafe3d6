import type { StoreApi } from 'zustand/vanilla';
import type { WalletScan } from '../../shared/wallet/contract.ts';
import type { ApiAnswer, ApiProblem } from '../state/api-answer.ts';
import type { WalletApi } from './api.ts';
import type { Route } from './route.ts';
import type { WalletState } from './wallet-state.ts';

/** What opening an address needs. */
export type OpenRouteDeps = {
  readonly api: WalletApi;
  readonly store: StoreApi<WalletState>;
  readonly note: (problem: ApiProblem) => void;
};

/** Shows a request; the first one to open it has it. */
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
    // What the service refused stays to be read; that it could not be reached is over.
    problem: problem?.kind === 'unreachable' ? null : problem,
  });
}

/** Tells the shop that its code was scanned, once; from then on the page is about that scan. */
export async function openCode(
  opening: OpenRouteDeps,
  code: Extract<Route, { readonly kind: 'code' }>,
): Promise<void> {
  const scanned = await opening.api.scan(code.shortlink, code.argstring);
  if (opening.store.getState().route !== code) return;
  await showScan(opening, scanned);
}

/** Shows what became of a scan: the request that took it, or what the shop answered. */
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

/** Shows what a shop wants to know about its customer. */
export async function openPermission(opening: OpenRouteDeps, rid: string): Promise<void> {
  const { api, store } = opening;
  const seen = await api.readPermission(rid);
  if (!isHere(store, { kind: 'permission', rid })) return;
  if (!seen.ok) return failed(opening, seen.problem);
  store.setState({ opened: { kind: 'permission', permission: seen.value }, skew: seen.skew ?? 0 });
}

/** An answer that comes after its reader has gone on is nobody's. */
function isHere(store: StoreApi<WalletState>, wanted: Route): boolean {
  return JSON.stringify(store.getState().route) === JSON.stringify(wanted);
}

function failed({ store, note }: OpenRouteDeps, problem: ApiProblem): void {
  switch (problem.kind) {
    case 'missing':
      store.setState({ opened: { kind: 'missing' } });
      return;
    case 'conflict':
      store.setState({ opened: { kind: 'taken' } });
      return;
    default:
      note(problem);
      // What was shown stays; a request in someone's hand must not vanish with the network.
      if (store.getState().opened.kind === 'loading') {
        store.setState({ opened: { kind: 'unreachable' } });
      }
  }
}
