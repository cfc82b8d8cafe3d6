import { describe, expect, it } from 'vitest';
import type { ApiAnswer, ApiProblem } from '../../../renderer/state/api-answer.ts';
import type { WalletApi } from '../../../renderer/wallet/api.ts';
import type { Route } from '../../../renderer/wallet/route.ts';
import type { WalletState } from '../../../renderer/wallet/wallet-state.ts';
import { createWallet, type Wallet } from '../../../renderer/wallet/wallet-store.ts';
import type { WalletMe } from '../../../shared/wallet/contract.ts';
import { INGRID, NOW, PROFILE, permission, request, scan } from '../../screens/wallet/requests.ts';

const TID = request().tid;
const VISITOR: WalletMe = { customer: null, demo: false, codes: 'sent', origins: [] };
const KARI: WalletMe = { ...VISITOR, customer: { name: 'Kari Nordmann', msisdn: '4790000000' } };
const APPROVED = request({ status: 'auth', status_code: 3008 });
const SHARED = permission({ status: 'ok', granted: ['openid'] });

const ok = <T>(value: T): ApiAnswer<T> => ({ ok: true, value, skew: 0 });
const failed = (kind: ApiProblem['kind']): ApiAnswer<never> => ({
  ok: false,
  problem: {
    kind,
    refusal: kind === 'unreachable' ? null : kind === 'refused' ? 'not_accepted' : kind,
    sentence: null,
  },
});

/** An answer of the service that a test gives later. */
function later<T>() {
  const { promise, resolve } = Promise.withResolvers<ApiAnswer<T>>();
  return { call: () => promise, answer: resolve };
}

/** A wallet over a scripted service. A test replaces single calls of `api`. */
function walletOf(over: Partial<WalletApi> = {}) {
  const api: WalletApi = {
    me: async () => ok(INGRID),
    demoSession: async () => failed('missing'),
    askForCode: async () => ok({ demo_code: null }),
    signIn: async () => ok(KARI),
    register: async () => failed('refused'),
    signOut: async () => ok(null),
    requests: async () => ok({ items: [request()] }),
    read: async () => ok(request()),
    claim: async () => ok(request()),
    approve: async () => ok(APPROVED),
    reject: async () => failed('refused'),
    attachments: async () => ok({ items: [] }),
    scan: async () => ok(scan()),
    readScan: async () => ok(scan()),
    permissions: async () => ok({ items: [permission()] }),
    readPermission: async () => ok(permission()),
    accept: async () => ok(SHARED),
    decline: async () => failed('refused'),
    profile: async () => ok(PROFILE),
    saveProfile: async () => failed('refused'),
    ...over,
  };
  const streams: ('open' | 'closed')[] = [];
  const wallet = createWallet({
    api,
    now: () => NOW,
    listen: () => {
      const stream = streams.push('open') - 1;
      return () => {
        streams[stream] = 'closed';
      };
    },
  });
  return { wallet, api, streams, state: () => wallet.store.getState() };
}

async function startedAt(route: Route, over: Partial<WalletApi> = {}) {
  const opened = walletOf(over);
  await opened.wallet.start(route);
  return opened;
}

/** Each value that the page shows from now on, in order. */
function shownBy<T>(wallet: Wallet, look: (state: WalletState) => T): T[] {
  const shown = [look(wallet.store.getState())];
  wallet.store.subscribe((state) => {
    if (look(state) !== shown.at(-1)) shown.push(look(state));
  });
  return shown;
}

const statusOf = ({ opened }: WalletState): string => {
  if (opened.kind === 'shown') return opened.request.status;
  return opened.kind === 'permission' ? opened.permission.status : opened.kind;
};

const LIST: Route = { kind: 'list' };
const REQUEST: Route = { kind: 'request', tid: TID };
const PERMISSION: Route = { kind: 'permission', rid: 'r7' };

type Opened = ReturnType<typeof walletOf>;

/** How a customer leaves the wallet, also while a read waits for its answer. */
const ENDS = {
  'the sign-out': ({ wallet }: Opened) => wallet.signOut(),
  'the end of the session': async ({ wallet, api }: Opened) => {
    api.saveProfile = async () => failed('signed_out');
    await wallet.saveProfile({ ...PROFILE, address: null });
  },
};

describe.each(Object.entries(ENDS))('after %s', (_, end) => {
  it('nothing of the customer is left for the next one, who gets a stream of their own', async () => {
    const opened = await startedAt(PERMISSION);
    const { wallet, api, streams, state } = opened;
    await wallet.go(LIST);
    const known = { items: [request()], permissions: [permission()], profile: PROFILE };
    expect(state()).toMatchObject(known);
    await end(opened);
    const left = { items: null, permissions: [], profile: null, opened: { kind: 'loading' } };
    expect(state()).toMatchObject({ ...left, session: 'out', listedAt: null, seenAt: null });
    expect(state().me).toEqual({ ...INGRID, customer: null });
    expect(streams).toEqual(['closed']);
    const [list, asked] = [later<{ items: [] }>(), later<{ items: [] }>()];
    [api.requests, api.permissions] = [list.call, asked.call];
    const entered = wallet.signIn('4790000000', '314159');
    await expect.poll(() => state().session).toBe('in');
    expect(state()).toMatchObject(left);
    expect(streams).toEqual(['closed', 'open']);
    for (const one of [list, asked]) one.answer(ok({ items: [] }));
    await entered;
    expect(state()).toMatchObject({ me: KARI, items: [], permissions: [] });
  });

  it('a read that was under way is not shown to the next customer, who does not wait for it', async () => {
    const opened = await startedAt({ kind: 'profile' });
    const { wallet, api, state } = opened;
    const old = later<typeof PROFILE>();
    api.profile = old.call;
    const reading = wallet.refresh();
    await end(opened);
    expect(state().session).toBe('out');
    const karis = { ...PROFILE, name: 'Kari Nordmann' };
    api.profile = async () => ok(karis);
    await wallet.signIn('4790000000', '314159');
    expect(state().profile).toEqual(karis);
    old.answer(ok(PROFILE));
    await reading;
    expect(state()).toMatchObject({ session: 'in', me: KARI, profile: karis });
  });
});

describe('an answer to the customer', () => {
  it('is not shown to the next one', async () => {
    const { wallet, api, state } = await startedAt(REQUEST);
    const old = later<typeof APPROVED>();
    api.approve = old.call;
    const approving = wallet.approve(request(), null);
    api.read = async () => failed('signed_out');
    await wallet.refresh();
    api.read = async () => failed('unreachable');
    await wallet.signIn('4790000000', '314159');
    const karis = state();
    expect(karis).toMatchObject({ session: 'in', problem: { kind: 'unreachable' } });
    old.answer(failed('refused'));
    await approving;
    expect(state()).toBe(karis);
  });

  it('is not replaced by a read of the request that began before it', async () => {
    const { wallet, api, state } = await startedAt(REQUEST);
    const shown = shownBy(wallet, statusOf);
    const old = later<typeof APPROVED>();
    api.read = old.call;
    const reading = wallet.refresh();
    await wallet.approve(request(), null);
    api.read = async () => ok(request({ status: 'ok', status_code: 2000 }));
    old.answer(ok(request()));
    await reading;
    expect(shown).toEqual(['pending', 'auth', 'ok']);
    expect(state().seenAt).toBe(NOW);
  });

  it('that comes after a read of what followed it does not stay on the page', async () => {
    const { wallet, api, state } = await startedAt(REQUEST);
    const old = later<typeof APPROVED>();
    api.approve = old.call;
    const approving = wallet.approve(request(), null);
    api.read = async () => ok(request({ status: 'ok', status_code: 2000 }));
    await wallet.refresh();
    old.answer(ok(APPROVED));
    await approving;
    expect(statusOf(state())).toBe('ok');
  });

  it('to a permission that comes after a read of what followed it does not stay on the page', async () => {
    const { wallet, api, state } = await startedAt(PERMISSION);
    const old = later<typeof SHARED>();
    api.accept = old.call;
    const sharing = wallet.share(permission(), ['openid']);
    api.readPermission = async () => ok(permission({ status: 'fail' }));
    await wallet.refresh();
    old.answer(ok(SHARED));
    await sharing;
    expect(statusOf(state())).toBe('fail');
  });

  it('that got lost stays unsure until a read that began after it', async () => {
    const { wallet, api, state } = await startedAt(REQUEST);
    const shown = shownBy(wallet, statusOf);
    const old = later<typeof APPROVED>();
    const next = later<typeof APPROVED>();
    api.read = old.call;
    const reading = wallet.refresh();
    api.approve = async () => failed('unreachable');
    const approving = wallet.approve(request(), null);
    await expect.poll(() => state().act).toBe('unsure');
    let asked = false;
    api.read = () => {
      asked = true;
      return next.call();
    };
    old.answer(ok(request()));
    await expect.poll(() => asked).toBe(true);
    expect(state().act).toBe('unsure');
    next.answer(ok(APPROVED));
    await Promise.all([reading, approving]);
    expect(state()).toMatchObject({ act: 'idle' });
    expect(shown).toEqual(['pending', 'auth']);
  });

  it('is not replaced by a read of the same page that began before the customer left it', async () => {
    const { wallet, api } = await startedAt(REQUEST);
    const old = later<typeof APPROVED>();
    const sent = later<typeof APPROVED>();
    [api.read, api.approve] = [old.call, sent.call];
    const reading = wallet.refresh();
    const approving = wallet.approve(request(), null);
    const away = wallet.go(LIST);
    sent.answer(ok(APPROVED));
    await approving;
    const shown = shownBy(wallet, statusOf);
    const back = wallet.go(REQUEST);
    api.read = async () => ok(APPROVED);
    old.answer(ok(request()));
    await Promise.all([reading, away, back]);
    expect(shown).toEqual(['loading', 'auth']);
  });

  it('for a permission is not replaced by a read that began before it', async () => {
    const { wallet, api } = await startedAt(PERMISSION);
    const shown = shownBy(wallet, statusOf);
    const old = later<ReturnType<typeof permission>>();
    api.readPermission = old.call;
    const reading = wallet.refresh();
    await wallet.share(permission(), ['openid']);
    api.readPermission = async () => ok(SHARED);
    old.answer(ok(permission()));
    await reading;
    expect(shown).toEqual(['pending', 'ok']);
  });

  it('for a permission is dropped if the customer has opened another page', async () => {
    const { wallet, api, state } = await startedAt(PERMISSION);
    const sent = later<ReturnType<typeof permission>>();
    api.accept = sent.call;
    const sharing = wallet.share(permission(), ['openid']);
    await wallet.go(REQUEST);
    sent.answer(ok(SHARED));
    await sharing;
    expect(state().opened).toEqual({ kind: 'shown', request: request() });
  });

  it('with the saved profile is not replaced by a read that began before it', async () => {
    const { wallet, api } = await startedAt({ kind: 'profile' });
    const shown = shownBy(wallet, ({ profile }) => profile?.email);
    const old = later<typeof PROFILE>();
    api.profile = old.call;
    const reading = wallet.refresh();
    const saved = { ...PROFILE, email: 'new@example.no' };
    api.saveProfile = async () => ok(saved);
    await wallet.saveProfile({ ...PROFILE, email: saved.email, address: null });
    api.profile = async () => ok(saved);
    old.answer(ok(PROFILE));
    await reading;
    expect(shown).toEqual([PROFILE.email, saved.email]);
  });
});

describe('a sign-out', () => {
  it('without an answer leaves the customer signed in and says so until the next act', async () => {
    const { wallet, api, state } = await startedAt(LIST, {
      signOut: async () => failed('unreachable'),
    });
    await wallet.signOut();
    expect(state()).toMatchObject({ session: 'in', stillSignedIn: true, items: [request()] });
    await wallet.refresh();
    expect(state().stillSignedIn).toBe(true);
    await wallet.go(LIST);
    expect(state().stillSignedIn).toBe(false);
    await wallet.signOut();
    api.signOut = async () => ok(null);
    await wallet.signOut();
    expect(state()).toMatchObject({ session: 'out', stillSignedIn: false, problem: null });
  });

  it('whose answer was lost ends the visit, if the service has ended the session', async () => {
    const { wallet, api, state } = await startedAt(LIST, {
      signOut: async () => failed('unreachable'),
    });
    api.requests = async () => failed('signed_out');
    await wallet.signOut();
    expect(state()).toMatchObject({ session: 'out', stillSignedIn: false, items: null });
  });

  it('of the customer before does not sign out the next one', async () => {
    const { wallet, api, state } = await startedAt(LIST);
    const second = later<null>();
    const first = wallet.signOut();
    api.signOut = second.call;
    const again = wallet.signOut();
    await first;
    await wallet.signIn('4790000000', '314159');
    second.answer(failed('signed_out'));
    await again;
    expect(state()).toMatchObject({ session: 'in', me: KARI });
  });
});
