import { z } from 'zod';
import type { MoneyInteger } from '../money/money.ts';
import type { Instant } from '../time/clock.ts';
import { callbackUri, dateTime, optional, prose, reference, withDefault } from './basic.ts';
import { personIdentifier } from './customer.ts';
import { LIMITS } from './limits.ts';
import { scope } from './scope.ts';
import { type UserInfo, userInfo } from './user-info.ts';

/** Input of `POST /permission_request/` with the specification's defaults filled in. */
export const permissionRequestInput = z.object({
  customer: personIdentifier,
  pos_id: reference,
  pos_tid: reference,
  text: optional(prose(LIMITS.textMax)),
  callback_uri: optional(callbackUri),
  /** May be empty: the result is then a token that names the customer, and no data. */
  scope,
  expires_in: withDefault(
    z.number().int().min(0).max(LIMITS.expirySecondsMax),
    LIMITS.expirySecondsDefault,
  ),
});
export type PermissionRequestInput = z.output<typeof permissionRequestInput>;

/** `GET /permission_request/<rid>/`. */
export const permissionRequestOutput = z.object({
  id: z.string(),
  /** Null if it belongs to a payment that named no customer (D-117). */
  customer: z.string().nullable(),
  pos_id: z.string(),
  pos_tid: z.string(),
  text: z.string().nullable(),
  callback_uri: z.string().nullable(),
  scope: z.string(),
  date_expires: dateTime,
});

/** `GET /permission_request/<rid>/outcome/`; token members are null unless it was granted (D-114). */
export const permissionOutcome = z.object({
  access_token: z.string().nullable(),
  id_token: z.string().nullable(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int().nullable(),
  refresh_token: z.string().nullable(),
  scope: z.string().nullable(),
  currency: z.string().nullable(),
  transaction_fee: z.number().int(),
  status: z.enum(['pending', 'ok', 'fail']),
  status_code: z.number().int(),
  pos_id: z.string(),
  pos_tid: z.string(),
  rid: z.string(),
  user_info: userInfo.nullable(),
});
export type PermissionOutcome = z.infer<typeof permissionOutcome>;

/** What the customer has granted, as it was at that moment. The tokens themselves are not in it. */
export type Grant = {
  readonly at: Instant;
  /** What was granted of what was asked for, space-delimited. */
  readonly scope: string;
  readonly userInfo: UserInfo;
  /** Signed once, with the claims of that moment (D-133); null without the scope openid. */
  readonly idToken: string | null;
  /** End of the access token's life. */
  readonly expires: Instant;
};

/** A permission that was asked for together with a payment (D-117). */
export type JoinedPermission = {
  readonly rid: string;
  readonly grant: Grant | null;
  /** What the grant has cost, taken from the settlement; zero and null until then. */
  readonly transactionFee: MoneyInteger;
  readonly currency: string | null;
};
