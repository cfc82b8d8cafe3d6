import { type Answer, answer, refuse } from '../../protocol/errors.ts';
import { type PermissionOutcome, permissionRequestInput } from '../../protocol/permission.ts';
import { classOf } from '../../protocol/status-class.ts';
import { CODE } from '../../protocol/status-codes.ts';
import type { UserInfo } from '../../protocol/user-info.ts';
import { validate } from '../../protocol/validation.ts';
import type { Instant } from '../../time/clock.ts';
import { paymentMethod } from '../sale/payment-methods.ts';
import type {
  PermissionBody,
  PermissionEndedRecord,
  PermissionOpenedRecord,
} from '../sale/records.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import type { PaymentMethod } from '../sale/state.ts';

/** A request for customer data. */
export type PermissionRequest = {
  readonly customer: Extract<PaymentMethod, { kind: 'phone' | 'scan_token' }>;
  /** Space-delimited, of the scopes that the service knows. */
  readonly scope: string;
  readonly text: string | null;
};

/** Result of a request for data. */
export type PermissionEnd = PermissionEndedRecord['how'];

/** Data that a customer granted. The till returns it to its caller and never stores it. */
export type Granted = {
  readonly scope: string;
  readonly accessToken: string;
  readonly idToken: string | null;
  readonly refreshToken: string | null;
  /** Remaining lifetime of the access token in seconds. */
  readonly expiresIn: number | null;
  readonly userInfo: UserInfo | null;
};

/** What the till knows about a request. Built from journal records only. */
export type PermissionFacts = {
  readonly id: string;
  readonly body: PermissionBody;
  readonly at: Instant;
  readonly rid: string | null;
  readonly end: {
    readonly how: PermissionEnd;
    readonly sentence: string;
    readonly at: Instant;
  } | null;
};

export function openPermission({ request, body, at }: PermissionOpenedRecord): PermissionFacts {
  return { id: request, body, at, rid: null, end: null };
}

/** The body that every attempt sends. Refuses what the service would refuse. */
export function permissionBody(
  request: PermissionRequest,
  posTid: string,
  settings: TerminalSettings,
): Answer<PermissionBody> {
  const checked = validate(paymentMethod, request.customer);
  if (!checked.ok) return checked;
  const method = checked.value;
  if (method.kind !== 'phone' && method.kind !== 'scan_token') return NOT_A_CUSTOMER;
  const body = {
    customer: method.kind === 'phone' ? `msisdn:${method.msisdn}` : method.token,
    pos_id: settings.posId,
    pos_tid: posTid,
    text: request.text,
    callback_uri: `ws:${settings.channel}`,
    scope: request.scope,
    expires_in: settings.expiresInSeconds,
  };
  const valid = validate(permissionRequestInput, body);
  return valid.ok ? answer(body) : valid;
}

const NOT_A_CUSTOMER = refuse(
  'Bad Request',
  'A request for data goes to a phone number or a scan.',
);

/** The end that an outcome shows; null while the customer has not answered. */
export function endOf({ status, status_code: code }: PermissionOutcome): PermissionEnd | null {
  if (status === 'ok') return 'granted';
  if (classOf(code) === 'temporary') return null;
  switch (code) {
    case CODE.rejected:
      return 'declined';
    case CODE.requestExpired:
      return 'expired';
    case CODE.notFound:
      return 'unknown_customer';
    default:
      return 'failed';
  }
}

/** The data that an outcome grants; null if it grants none. */
export function grantedOf(outcome: PermissionOutcome): Granted | null {
  if (outcome.access_token === null) return null;
  return {
    scope: outcome.scope ?? '',
    accessToken: outcome.access_token,
    idToken: outcome.id_token,
    refreshToken: outcome.refresh_token,
    expiresIn: outcome.expires_in,
    userInfo: outcome.user_info,
  };
}
