import { z } from 'zod';
import { portalActs } from '../../../shared/portal/acts.ts';
import {
  portalApp,
  type portalAppInput,
  portalAppSecret,
  portalApps,
} from '../../../shared/portal/apps.ts';
import {
  portalCatalogue,
  portalCatalogueTills,
  portalCatalogueVersions,
} from '../../../shared/portal/catalogue.ts';
import {
  type PaymentGroup,
  PORTAL_PATH,
  portalApiUser,
  portalCallback,
  portalCallbacks,
  portalCode,
  portalCodes,
  portalDay,
  portalFirstUser,
  type portalFirstUserInput,
  portalMe,
  portalPayment,
  portalPayments,
  type portalRefundInput,
  portalSales,
  portalSettlement,
  portalSettlements,
  portalTills,
  portalUserSecret,
  portalUsers,
  type SalesGrain,
} from '../../../shared/portal/contract.ts';
import { type PortalPeriod, portalDays } from '../../../shared/portal/days.ts';
import {
  type PortalTillAlert,
  portalTillAlert,
  portalTillStatus,
  portalTillStatuses,
} from '../../../shared/portal/fleet.ts';
import {
  portalPairing,
  portalPairingCode,
  portalPairings,
} from '../../../shared/portal/pairing.ts';
import { portalRoom } from '../../../shared/portal/room.ts';
import { portalEntered, portalTicket } from '../../../shared/portal/sign-in.ts';
import {
  type CatalogueChange,
  catalogueChanged,
  type catalogueChangeInput,
  catalogueImported,
  type catalogueImportInput,
  cataloguePictureMade,
} from '../../../shared/protocol/catalogue.ts';
import type { PairingRights } from '../../../shared/protocol/pairing.ts';
import { type Http, readReply } from '../../state/api-answer.ts';

/** The filters of the list of payments. */
export type PaymentSearch = {
  /** `YYYY-MM-DD`, or null for every day. */
  readonly day: string | null;
  readonly group: PaymentGroup | null;
  readonly q: string;
};

/** The filters of the list of tills. */
export type TillSearch = { readonly q: string; readonly only: 'attention' | null };

/** Changes of the version that the person saw. */
type CatalogueOrder = Pick<z.input<typeof catalogueChangeInput>, 'version' | 'dry_run'> & {
  readonly changes: readonly CatalogueChange[];
};
/** Business days, `YYYY-MM-DD`, both included. */
export type DayRange = { readonly from: string; readonly to: string };

/** The empty answer of a removal, so that it differs from the null of an action that did not run. */
const removed = z.null().transform(() => true as const);

export type PortalApi = ReturnType<typeof createPortalApi>;

/** A typed client of shared/portal/contract.ts. It checks every reply against its schema. */
export function createPortalApi(http: Http) {
  const get = async <T>(schema: z.ZodType<T>, path: string) =>
    readReply(schema, await http('GET', path));
  const post = async <T>(schema: z.ZodType<T>, path: string, body: unknown = {}) =>
    readReply(schema, await http('POST', path, body));
  const remove = async <T>(schema: z.ZodType<T>, path: string) =>
    readReply(schema, await http('DELETE', path));
  return {
    me: () => get(portalMe, '/me'),
    signIn: (merchant: string, user: string, secret: string) =>
      post(portalMe, '/session', { merchant_id: merchant, user_id: user, secret }),
    firstUser: (input: z.input<typeof portalFirstUserInput>) =>
      post(portalFirstUser, '/first-user', input),
    demoSession: () => post(portalMe, '/demo-session'),
    emailCode: (email: string) => post(z.null(), '/email-code', { email }),
    emailSession: (email: string, code: string) =>
      post(portalTicket, '/email-session', { email, code }),
    secondFactor: (ticket: string, code: string) =>
      post(portalEntered, '/second-factor', { ticket, code }),
    openMerchant: (merchant_id: string) => post(portalMe, '/merchant', { merchant_id }),
    session: () => get(z.null(), '/session'),
    prolongSession: () => post(z.null(), '/session/use'),
    signOut: () => remove(z.null(), '/session'),
    payments: ({ day, group, q }: PaymentSearch, after: string | null) =>
      get(portalPayments, `/payments${query({ day, group, q, after })}`),
    day: (day: string | null) => get(portalDay, `/payments-day${query({ day })}`),
    payment: (tid: string) => get(portalPayment, place('payments', tid)),
    /** The address of the file with all matching payments. */
    paymentsFile: ({ day, group, q }: PaymentSearch) =>
      `${PORTAL_PATH}/payments.csv${query({ day, group, q })}`,
    refund: (tid: string, request: z.input<typeof portalRefundInput>) =>
      post(portalPayment, `${place('payments', tid)}/refund`, request),
    settlements: (after: string | null) =>
      get(portalSettlements, `/settlements${query({ after })}`),
    settlement: (id: string) => get(portalSettlement, place('settlements', id)),
    sales: (grain: SalesGrain) => get(portalSales, `/sales${query({ grain })}`),
    periodAside: ({ id, hash }: Pick<PortalPeriod, 'id' | 'hash'>, reason: string) =>
      post(removed, `${place('days', id)}/aside`, { hash, reason }),
    days: (range: DayRange) => get(portalDays, `/days${query(range)}`),
    /** Addresses of the closes and the differences as files, and of both as JSON. */
    dayFiles: (range: DayRange) => ({
      closes: `${PORTAL_PATH}/days.csv${query(range)}`,
      differences: `${PORTAL_PATH}/differences.csv${query(range)}`,
      json: `${PORTAL_PATH}/days${query(range)}`,
    }),
    acts: (after: string | null) => get(portalActs, `/acts${query({ after })}`),
    /** The address of all acts as a file. */
    actsFile: () => `${PORTAL_PATH}/acts.csv`,
    tills: () => get(portalTills, '/pos'),
    tillStatuses: ({ q, only }: TillSearch, after: string | null) =>
      get(portalTillStatuses, `/till-status${query({ q, only, after })}`),
    tillStatus: (posId: string) => get(portalTillStatus, place('till-status', posId)),
    tillForget: (posId: string) => remove(removed, place('till-status', posId)),
    room: () => get(portalRoom, '/room'),
    tillAlert: () => get(portalTillAlert, '/till-alert'),
    tillAlertChange: (alert: PortalTillAlert) => post(portalTillAlert, '/till-alert', alert),
    pairings: () => get(portalPairings, '/pairings'),
    pairingCreate: (pos_id: string, name: string, rights: PairingRights) =>
      post(portalPairingCode, '/pairings', { pos_id, name, rights }),
    pairingRevoke: (id: string) => remove(portalPairing, place('pairings', id)),
    users: () => get(portalUsers, '/users'),
    userCreate: (id: string, label: string) =>
      post(portalUserSecret, '/users', { id: id || null, label: label || null }),
    secretRenew: (id: string) => post(portalUserSecret, `${place('users', id)}/secret`),
    keyPut: (id: string, pubkey: string) =>
      post(portalApiUser, `${place('users', id)}/key`, { pubkey }),
    keyRemove: (id: string) => remove(portalApiUser, `${place('users', id)}/key`),
    apps: () => get(portalApps, '/apps'),
    appCreate: (input: z.input<typeof portalAppInput>) => post(portalAppSecret, '/apps', input),
    appChange: (id: string, input: z.input<typeof portalAppInput>) =>
      post(portalApp, place('apps', id), input),
    appSecret: (id: string) => post(portalAppSecret, `${place('apps', id)}/secret`),
    codes: (after: string | null) => get(portalCodes, `/codes${query({ after })}`),
    codeCreate: (label: string, serial: string) =>
      post(portalCode, '/codes', { label: label || null, serial_number: serial || null }),
    codeChange: (id: string, active: boolean) => post(portalCode, place('codes', id), { active }),
    remove: (kind: 'users' | 'apps' | 'codes', id: string) => remove(removed, place(kind, id)),
    /** Null if the service has exactly this version. */
    catalogue: (unless: number | null) =>
      get(
        portalCatalogue.nullable(),
        `/catalogue${query({ unless_version: unless === null ? null : String(unless) })}`,
      ),
    catalogueChange: (input: CatalogueOrder) => post(catalogueChanged, '/catalogue', input),
    catalogueImport: (input: z.input<typeof catalogueImportInput>) =>
      post(catalogueImported, '/catalogue/import', input),
    cataloguePicture: (image: string) =>
      post(cataloguePictureMade, '/catalogue/picture', { image }),
    catalogueVersions: (before: string | null) =>
      get(portalCatalogueVersions, `/catalogue/versions${query({ before })}`),
    catalogueTills: () => get(portalCatalogueTills, '/catalogue/tills'),
    callbacks: (state: string | null, after: string | null) =>
      get(portalCallbacks, `/callbacks${query({ state, after })}`),
    callback: (id: string) => get(portalCallback, place('callbacks', id)),
    resend: (id: string) => post(portalCallback, `${place('callbacks', id)}/resend`),
  };
}

function place(kind: string, id: string): string {
  return `/${kind}/${encodeURIComponent(id)}`;
}

/** A query string without the members that are null or empty. */
function query(members: Readonly<Record<string, string | null>>): string {
  const present = Object.entries(members).filter(
    (member): member is [string, string] => member[1] !== null && member[1] !== '',
  );
  return present.length === 0 ? '' : `?${new URLSearchParams(present)}`;
}
