import { expect, it } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { HttpReply } from '../../../renderer/state/api-answer.ts';
import { createWalletApi } from '../../../renderer/wallet/api.ts';
import { openRoute } from '../../../renderer/wallet/open-route.ts';
import type { Route } from '../../../renderer/wallet/route.ts';
import { BLANK_WALLET, type WalletState } from '../../../renderer/wallet/wallet-state.ts';
import { request } from '../../screens/wallet/requests.ts';

const { tid } = request();
const REQUEST: Route = { kind: 'request', tid };

/** Opens a route. Calls `onCall` before each reply: the read is out of date after it returned false. */
async function opened(
  route: Route,
  reply: (method: string) => HttpReply,
  onCall: (store: StoreApi<WalletState>) => boolean,
) {
  const store = createStore<WalletState>(() => ({ ...BLANK_WALLET, route }));
  const [calls, notes]: [string[], string[]] = [[], []];
  let isCurrent = true;
  const api = createWalletApi(async (method, path) => {
    calls.push(`${method} ${path}`);
    isCurrent = onCall(store);
    return reply(method);
  });
  const note = ({ kind }: { readonly kind: string }) => notes.push(kind);
  await openRoute({ api, store, note, isCurrent: () => isCurrent }, route);
  return { calls, notes, shown: store.getState().opened.kind };
}

/** The request has no customer until one claims it. */
const unclaimed = (method: string): HttpReply => ({
  ...{ status: 200, skew: 0 },
  body: request({ mine: method === 'POST' }),
});

it('a request that is opened is claimed', async () => {
  const calls = [`GET /requests/${tid}`, `POST /requests/${tid}/claim`];
  const claimed = { calls, notes: [], shown: 'shown' };
  expect(await opened(REQUEST, unclaimed, () => true)).toEqual(claimed);
});

it('a request is not claimed after the customer has left the page or the wallet', async () => {
  const left = { calls: [`GET /requests/${tid}`], notes: [], shown: 'loading' };
  expect(await opened(REQUEST, unclaimed, () => false)).toEqual(left);
  const goAway = (store: StoreApi<WalletState>) => {
    store.setState({ route: { kind: 'list' } });
    return true;
  };
  expect(await opened(REQUEST, unclaimed, goAway)).toEqual(left);
});

it.each<Route>([
  { kind: 'list' },
  REQUEST,
  { kind: 'code', shortlink: 'aB3x_', argstring: '4' },
  { kind: 'scan', id: 'm4' },
  { kind: 'permission', rid: 'r7' },
  { kind: 'profile' },
])('of a read that is out of date the page shows nothing, $kind', async (route) => {
  const dropped = { notes: [], shown: 'loading' };
  expect(
    await opened(
      route,
      () => null,
      () => false,
    ),
  ).toMatchObject(dropped);
  const refused = { status: 404, body: null, skew: null };
  expect(
    await opened(
      route,
      () => refused,
      () => false,
    ),
  ).toMatchObject(dropped);
});
