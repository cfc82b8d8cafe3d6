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
  /** False after something made this read out of date: the page drops its answer. */
  readonly isCurrent: () => boolean;
};

/** Reads the content of a route. */
export function openRoute(opening: OpenRouteDeps, route: Route): Promise<void> {
  switch (route.kind) {
    case 'list':
      return openList(opening);
    case 'request':
      return openRequest(opening, route.tid);
    case 'code':
      return openCode(opening, route);
    case 'scan':
      return openScan(opening, route.id);
    case 'permission':
      return Promise.all([openPermission(opening, route.rid), openProfile(opening)]).then();
    case 'profile':
      return openProfile(opening);
    case 'scanner':
      return Promise.resolve();
  }
}

async function openList({ api, store, note, isCurrent }: OpenRouteDeps): Promise<void> {
  const [list, permissions] = await Promise.all([api.requests(), api.permissions()]);
  if (!isCurrent()) return;
  if (permissions.ok) store.setState({ permissions: permissions.value.items });
  if (list.ok) store.setState({ items: list.value.items, problem: null });
  else note(list.problem);
}

async function openProfile({ api, store, note, isCurrent }: OpenRouteDeps): Promise<void> {
  const answer = await api.profile();
  if (!isCurrent()) return;
  if (answer.ok) store.setState({ profile: answer.value });
  // On the permission page the profile is only additional information, so its failure is not shown.
  else if (store.getState().route.kind === 'profile') note(answer.problem);
}

/** Opens a request. The first customer to open it claims it. */
async function openRequest(opening: OpenRouteDeps, tid: string): Promise<void> {
  const { api, store } = opening;
  const isHere = () => isOpen(opening, { kind: 'request', tid });
  let seen = await api.read(tid);
  if (!isHere()) return;
  if (seen.ok && seen.value.status === 'pending' && !seen.value.mine) seen = await api.claim(tid);
  if (!isHere()) return;
  if (!seen.ok) return failed(opening, seen.problem);
  const { problem, act } = store.getState();
  store.setState({
    opened: { kind: 'shown', request: seen.value },
    skew: seen.skew ?? 0,
    act: act === 'unsure' ? 'idle' : act,
    // A refusal stays visible. The problem that the service was unreachable is over.
    problem: problem?.kind === 'unreachable' ? null : problem,
  });
}

/** Reports the scan of a code to the shop, once. After that the page shows the scan. */
async function openCode(
  opening: OpenRouteDeps,
  code: Extract<Route, { readonly kind: 'code' }>,
): Promise<void> {
  const scanned = await opening.api.scan(code.shortlink, code.argstring);
  if (opening.store.getState().route !== code || !opening.isCurrent()) return;
  await showScan(opening, scanned);
}

/** Opens the result of a scan: the request that belongs to it, or the shop's answer. */
async function openScan(opening: OpenRouteDeps, id: string): Promise<void> {
  const seen = await opening.api.readScan(id);
  if (isOpen(opening, { kind: 'scan', id })) await showScan(opening, seen);
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
async function openPermission(opening: OpenRouteDeps, rid: string): Promise<void> {
  const { api, store } = opening;
  const seen = await api.readPermission(rid);
  if (!isOpen(opening, { kind: 'permission', rid })) return;
  if (!seen.ok) return failed(opening, seen.problem);
  store.setState({ opened: { kind: 'permission', permission: seen.value }, skew: seen.skew ?? 0 });
}

type OpenContext = Pick<OpenRouteDeps, 'store' | 'isCurrent'>;

/** True if the page still waits for this read at this route. */
function isOpen({ store, isCurrent }: OpenContext, wanted: Route): boolean {
  return isCurrent() && isAt(store, wanted);
}

/** True if the page is still at this route. An answer for another route is dropped. */
export function isAt(store: StoreApi<WalletState>, wanted: Route): boolean {
  return JSON.stringify(store.getState().route) === JSON.stringify(wanted);
}

function failed({ store, note, isCurrent }: OpenRouteDeps, problem: ApiProblem): void {
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
      if (isCurrent() && store.getState().opened.kind === 'loading') {
        store.setState({ opened: { kind: 'unreachable' } });
      }
  }
}
