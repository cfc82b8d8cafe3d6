import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express, Router } from 'express';
import type { Ids } from '../../shared/ids/ids.ts';
import type { Closing } from '../../shared/node/closing.ts';
import { noteClient, type TrustedProxies } from '../../shared/node/http/client-address.ts';
import type { Interceptor } from '../../shared/node/http/exchange.ts';
import { FastRouter } from '../../shared/node/http/fast-router.ts';
import { httpRequestOf } from '../../shared/node/http/http-request.ts';
import {
  type Certificate,
  createListener,
  refuseUpgrade,
} from '../../shared/node/http/listener.ts';
import type { Observers } from '../../shared/node/http/request-note.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';
import { secureRandom } from '../../shared/node/random.ts';
import { inSpan, type Tracing } from '../../shared/node/tracing/tracing.ts';
import { answer } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { withoutPrefix } from '../../shared/protocol/service-addresses.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { type ApiOptions, mountApi } from '../api/api.ts';
import { mountAttachments } from '../api/attachments.ts';
import { mountCallbackKeys } from '../api/callback-keys.ts';
import { mountCors } from '../api/cors.ts';
import { mountHealth } from '../api/health.ts';
import { mountOpenApi } from '../api/openapi/mount.ts';
import { mountPairing } from '../api/pairing.ts';
import type { Readiness } from '../api/readiness.ts';
import { attachEventSocket, isEventPath } from '../callbacks/event-socket.ts';
import { type Authenticator, createAuthenticator } from '../merchants/authenticate.ts';
import { mountOauth } from '../oauth/mount.ts';
import { mayHear } from '../pairing/till-channels.ts';
import type { DemoLogin } from '../portal/portal-services.ts';
import { portalRouter } from '../portal/router.ts';
import type { OwnUser } from '../sign-in/own-user.ts';
import { createApp, mountEnd } from '../web/app.ts';
import { faultReply } from '../web/unexpected-error.ts';
import type { Core } from './core.ts';

export type NetworkDeps = {
  readonly core: Core;
  readonly wall: Clock;
  readonly origins: () => readonly string[];
  /** Path prefix of the public origin. Paths count with and without it, as the proxy passes them on. */
  readonly prefix: string;
  readonly interceptors: readonly Interceptor[];
  readonly wallet: Router;
  /** The merchant portal, which no other address serves. */
  readonly portalPages: { readonly assetsDir: string; readonly demo: DemoLogin | null };
  /** Whether a request may use the demo: false for other users of this machine. */
  readonly ownUser: OwnUser;
  /** Proxies whose `X-Forwarded-For` names the client; null for none. */
  readonly trusted: TrustedProxies | null;
  /** Origins of pages that may call the API from a browser; older profiles only (V-16). */
  readonly browserOrigins: readonly string[];
  readonly stopping: AbortSignal;
  /** Observes each request, for the log, the metrics and the traces; null for none of them. */
  readonly observe: Observers | null;
  readonly tracing: Tracing | null;
  readonly readiness: Readiness;
  /** Mounts more routes on the application, before its last handlers. */
  readonly mountMore: (app: Express, deps: TransportDeps, fast: FastRouter | null) => void;
};

const PROCESS_KEY_BYTES = 32;

export type OpenNetwork = {
  readonly port: number;
  readonly eventSockets: () => number;
  readonly replaceCertificate: (certificate: Certificate) => void;
};

/** Opens the service's own address: health, API, events, wallet and portal. */
export async function openNetwork(
  deps: NetworkDeps,
  address: {
    readonly host: string;
    readonly port: number;
    /** Ends TLS on this address; null for plain HTTP. */
    readonly certificate: Certificate | null;
  },
  closing: Closing,
): Promise<OpenNetwork> {
  const { core, wall, stopping } = deps;
  const { profile } = core;
  const { store, clock, log } = core.deps;
  const authenticator = createAuthenticator({
    store,
    clock,
    signing: profile,
    log,
    origins: deps.origins,
    processKey: secureRandom(PROCESS_KEY_BYTES),
  });
  const app = createApp();
  const wire = transportDepsOf(core, stopping);
  mountCors(app, deps.browserOrigins, profile);
  const { interceptors, wallet } = deps;
  // The CORS handler comes before the API and must see every request.
  const fast = deps.browserOrigins.length === 0 ? new FastRouter() : null;
  const api: ApiOptions = { ...wire, deps: core.deps, authenticator, interceptors, fast };
  mountHealth(app, { ...wire, readiness: deps.readiness });
  mountCallbackKeys(app, core.deps.callbacks.keys);
  mountOpenApi(app, wire, deps.prefix);
  mountApi(app, api);
  mountAttachments(app, core.deps, wire);
  mountPairing(app, core.deps, core.pairings, wire);
  const processKey = secureRandom(PROCESS_KEY_BYTES);
  const { ownUser } = deps;
  const { deps: serviceDeps, demo, deliverCode, signIns, pairings } = core;
  const { mac } = core.keys;
  const codes = { deliverCode, signIns, mac };
  const oauth = { oauth: serviceDeps, authenticator, demo: demo !== null, ownUser, processKey };
  mountOauth(app, { ...oauth, ...codes }, wire);
  deps.mountMore(app, wire, fast);
  const pages = { ...deps.portalPages, ownUser, deliverCode: core.deliverEmailCode };
  app.use(portalRouter({ deps: serviceDeps, wire, authenticator, mac, pairings, ...pages }));
  app.use(wallet);
  mountEnd(app, wire);
  const serve = observed(deps, (request, response) => {
    if (fast?.take(request, response) !== true) app(request, response);
  });
  const listener = createListener(serve, wall, { certificate: address.certificate });
  const basePath = profile.basePath;
  listener.server.on('upgrade', (request, socket) => {
    receive(request, deps);
    if (stopping.aborted || !isEventPath(request.url, basePath)) refuse(deps, request, socket);
  });
  const events = attachEventSocket({
    server: listener.server,
    store,
    wall,
    basePath,
    authenticate: upgradeAuthentication(authenticator),
    clock: serviceDeps.clock,
    withCurrentObject: core.withCurrentObject,
    tracing: deps.tracing,
    observe: deps.observe?.upgrade ?? null,
  });
  closing.add(() => listener.stop(LIMITS.stopGrace));
  closing.add(() => events.close());
  const { replaceCertificate } = listener;
  const port = await listener.listen(address.host, address.port);
  return { port, eventSockets: events.count, replaceCertificate };
}

/** Opens one more address for the wallet pages only. */
export async function openWalletOnly(
  deps: Pick<
    NetworkDeps,
    'core' | 'wall' | 'wallet' | 'stopping' | 'trusted' | 'prefix' | 'observe'
  >,
  address: { readonly host: string; readonly port: number },
  closing: Closing,
): Promise<number> {
  const app = createApp();
  app.use(deps.wallet);
  mountEnd(app, transportDepsOf(deps.core, deps.stopping));
  const listener = createListener(observed(deps, app), deps.wall);
  listener.server.on('upgrade', (request, socket) => refuse(deps, request, socket));
  closing.add(() => listener.stop(LIMITS.stopGrace));
  return listener.listen(address.host, address.port);
}

/** Notes who sends a request, and takes the path prefix away: everything behind knows no prefix. */
function receive(
  request: IncomingMessage,
  { trusted, prefix }: Pick<NetworkDeps, 'trusted' | 'prefix'>,
): void {
  noteClient(request, trusted);
  request.url = withoutPrefix(request.url ?? '/', prefix);
}

/** The same listener, in the request's span if it has one. */
function observed(
  deps: Pick<NetworkDeps, 'trusted' | 'prefix' | 'observe'>,
  serve: RequestListener,
): RequestListener {
  return (request, response) => {
    receive(request, deps);
    const span = deps.observe?.request(request, response) ?? null;
    if (span === null) serve(request, response);
    else inSpan(span, () => serve(request, response));
  };
}

/** Refuses an upgrade at an address without one. */
function refuse(
  { observe }: Pick<NetworkDeps, 'observe'>,
  request: IncomingMessage,
  socket: Duplex,
): void {
  const upgrade = observe?.upgrade(request, socket, null);
  refuseUpgrade(socket);
  upgrade?.end(404);
}

/** Ids of requests: unique in the log across starts, and cheap enough for every request. */
export function requestIds(ids: Ids): () => string {
  const run = ids.short();
  let count = 0;
  return () => {
    count += 1;
    return `${run}-${count.toString(36)}`;
  };
}

/** How the requests of this service are read and answered, at any address. */
export function transportDepsOf(core: Core, stopping: AbortSignal): TransportDeps {
  const { profile } = core;
  const { log, ids } = core.deps;
  const nextRequestId = requestIds(ids);
  const onFault = (error: unknown, requestId: string) => faultReply(error, requestId, log);
  return { profile, stopping, nextRequestId, faultReply: onFault };
}

function upgradeAuthentication(authenticator: Authenticator) {
  return async (request: Parameters<typeof httpRequestOf>[0]) => {
    const who = await authenticator.authenticate(httpRequestOf(request));
    if (!who.ok || who.value.till === undefined) return who;
    const { till, userId } = who.value;
    return answer({ ...who.value, mayHear: (name: string) => mayHear(name, userId, till) });
  };
}
