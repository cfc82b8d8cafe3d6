import type { PairingRights } from './pairing.ts';
import type { RouteName } from './routes.ts';

/**
 * How far a paired till reaches at a route (D-455). `none`: another user does this. `own`: every id in the
 * path, the query and the body is of the till itself, and a list has only what is its own. `shop`: what all
 * tills of the shop share.
 */
export type TillReach = 'none' | 'own' | 'shop';

const NONE = { sales: 'none', refunds: 'none' } as const;
const OWN = { sales: 'own', refunds: 'own' } as const;
const SHOP = { sales: 'shop', refunds: 'shop' } as const;
/** A till with the right to refund reads a payment of another till to give money back (D-423). */
const OWN_OR_TO_REFUND = { sales: 'own', refunds: 'shop' } as const;
/** A till with the right to refund changes prices and what is sold out, and adds items (D-438). */
const WITH_REFUNDS = { sales: 'none', refunds: 'shop' } as const;

/**
 * What a till that was paired by a code may do, by route and by the right of its pairing; the level of the
 * route counts too. What the other callers may do follows from the level of the route alone. A route that is
 * missing here does not compile; an endpoint outside the table is closed to tills.
 */
export const TILL_RIGHTS: Readonly<Record<RouteName, Readonly<Record<PairingRights, TillReach>>>> =
  {
    posCreate: NONE,
    posList: NONE,
    posRead: OWN,
    posUpdate: NONE,
    posDelete: NONE,
    paymentCreate: OWN,
    paymentList: OWN,
    paymentRead: OWN_OR_TO_REFUND,
    // The endpoint lets a refund alone reach a payment of another till.
    paymentUpdate: OWN_OR_TO_REFUND,
    paymentOutcome: OWN_OR_TO_REFUND,
    statusCodeList: SHOP,
    statusCodeRead: SHOP,
    // Its name, currencies and approval, which a till checks at its start.
    merchantRead: SHOP,
    merchantUpdate: NONE,
    merchantLogo: NONE,
    merchantLookup: NONE,
    userCreate: NONE,
    userRead: NONE,
    userUpdate: NONE,
    userDelete: NONE,
    shortlinkCreate: NONE,
    shortlinkList: NONE,
    shortlinkRead: OWN,
    shortlinkUpdate: OWN,
    shortlinkDelete: NONE,
    shortlinkLastScan: OWN,
    shortlinkScan: OWN,
    permissionCreate: OWN,
    permissionRead: OWN,
    permissionOutcome: OWN,
    sspUserCreate: NONE,
    sspUserRead: NONE,
    sspUserDelete: NONE,
    settlementAccountRead: NONE,
    settlementAccountUpdate: NONE,
    lastSettlement: NONE,
    settlementList: NONE,
    settlementRead: NONE,
    // The address itself is the permission.
    settlementLog: SHOP,
    settlementReport: NONE,
    salesSummary: NONE,
    catalogueRead: SHOP,
    catalogueChange: WITH_REFUNDS,
    catalogueImport: NONE,
    catalogueExport: NONE,
    catalogueHistory: NONE,
    catalogueVersionRead: NONE,
    cataloguePictureCreate: NONE,
    cataloguePictureRead: SHOP,
    catalogueTillList: NONE,
    catalogueReport: OWN,
    periodPut: OWN,
    tillStatusPut: OWN,
    receiptService: SHOP,
    receiptPut: OWN,
    // The code on the paper is what permits to read it (D-423).
    receiptRead: SHOP,
    receiptEmail: OWN,
  };

/** The reach of a till at any endpoint of the merchant API. */
export function tillReach(endpoint: string, rights: PairingRights): TillReach {
  const known: Readonly<Record<string, Readonly<Record<PairingRights, TillReach>>>> = TILL_RIGHTS;
  return Object.hasOwn(known, endpoint) ? (known[endpoint]?.[rights] ?? 'none') : 'none';
}
