import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createCallbacks } from '../../../service/callbacks/callbacks.ts';
import { openCallbackKeys } from '../../../service/callbacks/keys.ts';
import { createUsers } from '../../../service/merchants/users.ts';
import { createReceipts } from '../../../service/receipts/receipts.ts';
import { createSettlements } from '../../../service/settlements/create-settlements.ts';
import { SignIns } from '../../../service/sign-in/sign-ins.ts';
import { type WalletOptions, walletRouter } from '../../../service/wallet/wallet.ts';
import { createApp, mountEnd } from '../../../service/web/app.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { SVC_PROFILE } from '../../../shared/protocol/media.ts';
import { serviceAddresses } from '../../../shared/protocol/service-addresses.ts';
import { WALLET_HEADER, WALLET_PATH } from '../../../shared/wallet/contract.ts';
import { testKeys } from '../../support/issuers.ts';
import { draft, ids, MERCHANT, startPayments } from '../../support/payments.ts';
import type { StoreKind } from '../../support/stores.ts';
import { wireOf } from '../../support/wire-deps.ts';

/** A small built page, enough to see which file is served how. */
function writePage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-pages-'));
  mkdirSync(join(folder, 'wallet/assets'), { recursive: true });
  writeFileSync(join(folder, 'wallet/index.html'), '<!doctype html><head></head><p>the wallet</p>');
  writeFileSync(join(folder, 'wallet/assets/main-1a2b3c4d.js'), 'export {};');
  writeFileSync(join(folder, 'wallet/plain.txt'), 'hello');
  writeFileSync(join(folder, 'secret.txt'), 'outside');
  return folder;
}

type More = Partial<
  Pick<
    WalletOptions,
    'demo' | 'demoCustomer' | 'ownUser' | 'deliverCode' | 'registration' | 'stopping'
  >
>;

/** The portal on a real port with a real database, a merchant and two customers. */
export async function startWallet(more: More = {}, kind?: StoreKind) {
  const rules = await startPayments(kind);
  const folder = writePage();
  let origin = '';
  const callbacks = createCallbacks({
    store: rules.store,
    keys: await openCallbackKeys(folder),
    clock: rules.clock,
    wall: rules.clock,
    ids,
    vendor: SVC_PROFILE,
    allowed: [],
    logLife: LIMITS.callbackLogLife,
    extraCa: null,
    onError: () => {},
  });
  const deps = {
    store: rules.store,
    payments: rules.payments,
    permissions: rules.permissions,
    scans: rules.scans,
    issuers: rules.issuers,
    settlements: createSettlements({
      store: rules.store,
      clock: rules.clock,
      basePath: () => SVC_PROFILE.basePath,
      mac: () => '',
      onError: () => {},
    }),
    users: createUsers({ store: rules.store, ids, random: (length) => randomBytes(length) }),
    callbacks,
    receipts: createReceipts({
      store: rules.store,
      clock: rules.clock,
      wallet: () => origin,
      sendsEmail: false,
      life: LIMITS.receiptLife,
    }),
    clock: rules.clock,
    ids,
    vendor: SVC_PROFILE,
    log: pino({ level: 'silent' }),
    addresses: () => serviceAddresses(origin, '/merchant/v1'),
  };
  const app = createApp();
  const wire = wireOf({ profile: SVC_PROFILE, log: deps.log });
  const signIns = new SignIns(rules.clock);
  app.use(
    walletRouter({
      wire,
      deps,
      signIns,
      assetsDir: join(folder, 'wallet'),
      demo: true,
      ownUser: async () => true,
      mac: testKeys.mac,
      ...more,
    }),
  );
  mountEnd(app, wire);
  const server = createServer({ keepAliveTimeout: LIMITS.keepAliveTimeout }, app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    ...rules,
    origin,
    context: deps,
    signIns,
    wallet: () => createPhone(origin),
    /** A request that any customer may claim, or one for a phone number. */
    async ask(change: Parameters<typeof draft>[0] = {}) {
      const made = await rules.payments.create(MERCHANT.id, draft(change));
      if (!made.ok) throw new Error(made.refusal.description);
      return made.value.payment;
    },
    async stopPortal() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rules.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Reply = { readonly status: number; readonly body: unknown; readonly headers: Headers };

/** A phone's browser: it keeps the cookie, and sends what our own page sends. */
function createPhone(origin: string) {
  let cookie = '';
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const reply = await fetch(origin + WALLET_PATH + path, {
      method,
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(method === 'GET'
          ? {}
          : { 'content-type': 'application/json', [WALLET_HEADER]: '1', origin }),
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    const set = reply.headers.get('set-cookie');
    if (set) cookie = set.split(';', 1)[0] ?? '';
    const text = await reply.text();
    return { status: reply.status, body: text ? JSON.parse(text) : null, headers: reply.headers };
  }
  return {
    call,
    get: (path: string, headers?: Readonly<Record<string, string>>) =>
      call('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
      call('POST', path, body, headers),
    cookie: () => cookie,
    useCookie(value: string) {
      cookie = value;
    },
  };
}
