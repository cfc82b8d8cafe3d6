import type { IRouter } from 'express';
import {
  type AnyRoute,
  type Audience,
  type Endpoint,
  servedBy,
} from '../../shared/node/http/pipeline.ts';
import { type TransportDeps, transport } from '../../shared/node/http/transport.ts';
import { PORTAL_HEADER, PORTAL_PATH } from '../../shared/portal/contract.ts';
import { PORTAL_ROUTES, type PortalRouteName } from '../../shared/portal/routes.ts';
import { refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { type Act, type ActDetails, asAct } from '../store/acts.ts';
import { mountRoutes } from '../web/mount-routes.ts';
import { pageAudience, pageRefusal, pageWire } from '../web/page-audience.ts';
import { ACTS } from './acts.ts';
import type { PortalEndpoints } from './endpoint.ts';
import { acts, actsFile } from './endpoints/acts.ts';
import { appChange, appCreate, appRemove, appSecret, apps } from './endpoints/apps.ts';
import { callback, callbackResend, callbacks } from './endpoints/callbacks.ts';
import {
  catalogue,
  catalogueChange,
  catalogueFile,
  catalogueImport,
  cataloguePicture,
  cataloguePictureCreate,
  catalogueTills,
  catalogueVersions,
} from './endpoints/catalogue.ts';
import { codeChange, codeCreate, codeRemove, codes } from './endpoints/codes.ts';
import { days, daysFile, differencesFile, periodAside } from './endpoints/days.ts';
import { emailCode, emailSession, openMerchant, secondFactor } from './endpoints/email-sign-in.ts';
import { me, tills } from './endpoints/me.ts';
import { pairingCreate, pairingRevoke, pairings } from './endpoints/pairings.ts';
import { payment, payments, paymentsDay, paymentsFile } from './endpoints/payments.ts';
import { refund } from './endpoints/refund.ts';
import { room } from './endpoints/room.ts';
import {
  demoSession,
  firstUser,
  sessionState,
  sessionUse,
  signIn,
  signOut,
} from './endpoints/session.ts';
import { sales, settlement, settlements } from './endpoints/settlements.ts';
import {
  tillAlert,
  tillAlertChange,
  tillForget,
  tillStatus,
  tillStatuses,
} from './endpoints/till-status.ts';
import {
  keyPut,
  keyRemove,
  secretRenew,
  userCreate,
  userRemove,
  users,
} from './endpoints/users.ts';
import type { PortalServices } from './portal-services.ts';
import type { MerchantSession } from './session.ts';

const ENDPOINTS: PortalEndpoints = {
  me,
  signIn,
  firstUser,
  demoSession,
  emailCode,
  emailSession,
  secondFactor,
  sessionState,
  sessionUse,
  signOut,
  openMerchant,
  payments,
  paymentsFile,
  paymentsDay,
  payment,
  refund,
  settlements,
  settlement,
  sales,
  days,
  daysFile,
  differencesFile,
  periodAside,
  tills,
  tillStatuses,
  tillStatus,
  tillForget,
  tillAlert,
  tillAlertChange,
  room,
  pairings,
  pairingCreate,
  pairingRevoke,
  users,
  userCreate,
  secretRenew,
  keyPut,
  keyRemove,
  userRemove,
  apps,
  appCreate,
  appChange,
  appSecret,
  appRemove,
  codes,
  codeCreate,
  codeChange,
  codeRemove,
  callbacks,
  callback,
  callbackResend,
  catalogue,
  catalogueChange,
  catalogueImport,
  catalogueFile,
  catalogueVersions,
  catalogueTills,
  cataloguePictureCreate,
  cataloguePicture,
  acts,
  actsFile,
};

const SIGNED_OUT = refuse('Unauthorized', 'You are not signed in any more. Sign in again.');
const NEEDS_KEY = refuse(
  'Conflict',
  'Only a user who has a key of its own can do this. Sign in as one.',
);
const NOT_IN_ROLE = refuse(
  'Conflict',
  'Your role does not permit this. Ask the operator of the service, or an admin of the shop.',
);
const NO_PAGE = pageRefusal(
  refuse('Not Found', 'The merchant pages have nothing at this address.'),
);

/** The boundary: the pipeline has checked what the types of the table promise. */
type AnyAct = ((call: object) => ActDetails & { readonly subject: string }) | null;

function actBy(
  { deps }: PortalServices,
  { merchantId, name: person }: MerchantSession,
  kind: string,
  { subject, ...details }: ActDetails & { readonly subject: string },
): Act {
  const [id, at] = [deps.ids.message(), deps.clock.now()];
  return { id, merchantId, at, person, kind, subject, details };
}

/** Null on an open route. */
type Caller = { readonly services: PortalServices; readonly session: MerchantSession | null };

/** Mounts the portal's JSON API; every unknown path below its own is 404. */
export function mountPortalApi(app: IRouter, services: PortalServices, wire: TransportDeps): void {
  const bounded = pageWire(wire, LIMITS.portalBodyBytesMax);
  const identify: Audience<AnyRoute, Caller, unknown>['identify'] = async (
    exchange,
    { level },
    headers,
  ) => {
    if (level === 'open') return { ok: true, value: { services, session: null } };
    const session = await services.sessions.read(exchange, headers);
    if (session === null) return SIGNED_OUT;
    if (exchange.note !== undefined) exchange.note.merchantId = session.merchantId;
    const rights: readonly string[] = session.rights;
    const permitted = level === 'session' || rights.includes(level);
    if (permitted) return { ok: true, value: { services, session } };
    return session.user === null ? NOT_IN_ROLE : NEEDS_KEY;
  };
  const audience: Audience<AnyRoute, Caller, unknown> = {
    ...pageAudience(services.deps, PORTAL_HEADER, identify),
    owner: ({ session }) => session?.merchantId ?? null,
  };
  const routes = portalRouteNames().map((name) => {
    const route = PORTAL_ROUTES[name];
    // The boundary: the pipeline has checked what the types of the call promise.
    const run = ENDPOINTS[name] as unknown as (
      call: object,
    ) => ReturnType<Endpoint<Caller, unknown>>;
    const actOf = (ACTS as Readonly<Record<string, AnyAct | undefined>>)[name] ?? null;
    const serve = servedBy(route, audience, ({ who, ...call }) => {
      const { session } = who;
      const work = () => run({ ...call, ...who });
      return actOf === null || session === null
        ? work()
        : asAct(actBy(who.services, session, name, actOf(call)), work);
    });
    return { ...route, serve };
  });
  mountRoutes(app, PORTAL_PATH, routes, bounded);
  app.use(PORTAL_PATH, (request, response) =>
    transport(request, response, async () => NO_PAGE, bounded),
  );
}

function portalRouteNames(): readonly PortalRouteName[] {
  // The table's keys are exactly the names; `Object.keys` only knows that they are text.
  return Object.keys(PORTAL_ROUTES) as PortalRouteName[];
}
