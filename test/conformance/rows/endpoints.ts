import type { AuthLevel, RouteName } from '../../../shared/protocol/routes.ts';
import { OWN, type Row, tableOf } from './row.ts';

type Line = readonly [route: RouteName, level: AuthLevel, text: string];

function endpoints(key: string, table: string, lines: readonly Line[]): readonly Row[] {
  const row = tableOf(key, `Endpoints, ${table}`, 'endpoint');
  return lines.map(([route, level, text]) => row(route, text, { by: 'endpoint', route, level }));
}

const oauth = tableOf('endpoint-oauth', 'Endpoints, OAuth', 'endpoint');

/** All 48 endpoints of the specification. */
export const ENDPOINT_ROWS: readonly Row[] = [
  ...endpoints('endpoint-merchant', 'Merchant', [
    ['merchantRead', 'SECRET', 'GET /merchant/<merchant_id>/'],
    ['merchantLookup', 'OPEN', 'GET /merchant_lookup/<lookup_id>/, integrators only'],
    ['merchantLogo', 'SECRET', 'GET /merchant/<merchant_id>/logo'],
  ]),
  ...endpoints('endpoint-user', 'User', [
    ['userCreate', 'KEY', 'POST /user/'],
    ['userUpdate', 'KEY', 'PUT /user/<user_id>/'],
    ['userDelete', 'KEY', 'DELETE /user/<user_id>/'],
    ['userRead', 'SECRET', 'GET /user/<user_id>/'],
  ]),
  ...endpoints('endpoint-pos', 'POS', [
    ['posCreate', 'SECRET', 'POST /pos/'],
    ['posList', 'KEY', 'GET /pos/'],
    ['posUpdate', 'SECRET', 'PUT /pos/<pos_id>/'],
    ['posDelete', 'KEY', 'DELETE /pos/<pos_id>/'],
    ['posRead', 'SECRET', 'GET /pos/<pos_id>/'],
  ]),
  ...endpoints('endpoint-payment', 'Payment request', [
    ['paymentCreate', 'SECRET', 'POST /payment_request/'],
    ['paymentList', 'SECRET', 'GET /payment_request/'],
    ['paymentRead', 'SECRET', 'GET /payment_request/<tid>/'],
    ['paymentUpdate', 'SECRET', 'PUT /payment_request/<tid>/'],
    ['paymentOutcome', 'SECRET', 'GET /payment_request/<tid>/outcome/'],
  ]),
  ...endpoints('endpoint-permission', 'Permission request', [
    ['permissionCreate', 'SECRET', 'POST /permission_request/'],
    ['permissionRead', 'SECRET', 'GET /permission_request/<rid>/'],
    ['permissionOutcome', 'SECRET', 'GET /permission_request/<rid>/outcome/'],
  ]),
  ...endpoints('endpoint-settlement', 'Settlements and reports', [
    ['lastSettlement', 'SECRET', 'GET /last_settlement/'],
    ['settlementList', 'SECRET', 'GET /settlement/'],
    ['settlementRead', 'SECRET', 'GET /settlement/<settlement_id>/'],
    ['settlementAccountRead', 'SECRET', 'GET /settlement_account/<settlement_account_id>/'],
    ['settlementAccountUpdate', 'SECRET', 'PUT /settlement_account/<settlement_account_id>/'],
    ['settlementReport', 'SECRET', 'GET /settlement_report/'],
    ['salesSummary', 'SECRET', 'GET /sales_summary/'],
  ]),
  ...endpoints('endpoint-ssp-user', 'Merchant self-service users', [
    ['sspUserCreate', 'SECRET', 'POST /merchant_ssp_user/'],
    ['sspUserRead', 'SECRET', 'GET /merchant_ssp_user/<merchant_ssp_user_id>/'],
    ['sspUserDelete', 'SECRET', 'DELETE /merchant_ssp_user/<merchant_ssp_user_id>/'],
  ]),
  ...endpoints('endpoint-status', 'Status codes', [
    ['statusCodeList', 'OPEN', 'GET /status_code/'],
    ['statusCodeRead', 'OPEN', 'GET /status_code/<value>/'],
  ]),
  ...endpoints('endpoint-shortlink', 'Shortlinks', [
    ['shortlinkList', 'SECRET', 'GET /shortlink/'],
    ['shortlinkCreate', 'SECRET', 'POST /shortlink/'],
    ['shortlinkRead', 'SECRET', 'GET /shortlink/<shortlink_id>/'],
    ['shortlinkUpdate', 'SECRET', 'PUT /shortlink/<shortlink_id>/'],
    ['shortlinkDelete', 'SECRET', 'DELETE /shortlink/<shortlink_id>/'],
  ]),
  oauth('auth', 'GET /oauth2/auth is open and shows a page', OWN),
  oauth('auth-form', 'POST /oauth2/auth checks the secret that was typed', OWN),
  oauth('pre-auth', 'GET /oauth2/pre_auth makes a request record; TWOFACTOR', OWN),
  oauth('post-auth', 'POST /oauth2/post_auth/<request_id> answers it; TWOFACTOR', OWN),
  oauth('token', 'POST /oauth2/token by Basic credentials, not stored by anyone', OWN),
  oauth('error', 'an endpoint for errors of requests', OWN),
  oauth('qr-image', 'a QR image from a login cookie', OWN),
  oauth('userinfo', 'GET /oauth2/v1/userinfo', OWN),
  oauth('shipping-address', 'GET /oauth2/v1/scope/shipping_address', OWN),
  oauth('personal-id', 'GET /oauth2/v1/scope/personal_id/no/id, with a list of proofs', OWN),
  oauth('bankid', 'GET /oauth2/v1/scope/personal_id/no/bankid, with one proof', OWN),
];
