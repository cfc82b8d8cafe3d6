/**
 * Everything that can go wrong with a call of the till API: its status, what it means, and what a
 * register does about it. The one list behind the answers, the OpenAPI document and the reference.
 */
export const TILL_ERRORS = {
  validation_error: {
    status: 400,
    means: 'Some fields are not valid; `error_details` names each of them.',
    doThis: 'Correct the fields; the same call fails again.',
  },
  bad_request: {
    status: 400,
    means: 'The call is not understood: no JSON, or not a well-formed address.',
    doThis: 'Correct the call.',
  },
  unauthorized: {
    status: 401,
    means: 'The token is missing or wrong.',
    doThis: 'Read the token file again; it is named when the till starts.',
  },
  foreign_origin: {
    status: 403,
    means: 'A page of an origin that this till does not know has called.',
    doThis: 'Call from a program, or name the page’s origin in the till’s configuration.',
  },
  command_not_allowed: {
    status: 403,
    means:
      'A register may not give this command, or not at this till: at a till with staff a supervisor closes at the screen.',
    doThis: 'Let a person do it at the till’s own screen.',
  },
  refund_not_allowed: {
    status: 403,
    means: 'This till gives nothing back for a register, or not as much as was asked.',
    doThis:
      'Let a person give it back at the till’s own screen, or in the portal if it was paid by phone; or raise the ceiling in the till’s configuration.',
  },
  not_found: {
    status: 404,
    means: 'There is nothing by this address, or no sale, bill or question by this id.',
    doThis:
      'Look for the sale by its reference, or list the open bills. After a restart of the till, ask again.',
  },
  method_not_allowed: {
    status: 405,
    means: 'The address takes other methods; `Allow` names them.',
    doThis: 'Correct the call.',
  },
  not_acceptable: {
    status: 406,
    means: '`Accept` excludes JSON, and there is nothing else.',
    doThis: 'Leave `Accept` out.',
  },
  busy: {
    status: 409,
    means: 'Another sale is under way; `error_details.sales` shows it.',
    doThis: 'Finish, cancel or set aside that sale first, then repeat the call.',
  },
  reference_taken: {
    status: 409,
    means: 'The reference belongs to a sale with another body; `error_details.sale` is its id.',
    doThis: 'Read that sale. A new sale needs a new reference.',
  },
  not_possible: {
    status: 409,
    means:
      'The sale or the till does not allow this now. `error_details.sale` shows the sale as it is; of a command `error_details.reason` says why.',
    doThis: 'Act on what the sale or the till says now; another command needs another id.',
  },
  discount_not_allowed: {
    status: 403,
    means:
      'A register may not take off as much; `error_details.bill` is the bill as it is, and nothing was changed.',
    doThis:
      'Let a person take it off at the till’s own screen, with a supervisor, or raise the limit of cashiers in its settings.',
  },
  bill_changed: {
    status: 409,
    means:
      'The bill has another version than the call names; `error_details.bill` is the bill as it is.',
    doThis: 'Look at the bill as it is, then give a new command on its version.',
  },
  bill_refused: {
    status: 409,
    means:
      'The bill does not allow this; `error_details.reason` says why, and `error_details.bill` is the bill as it is.',
    doThis: 'Act on what the bill says now, with a new command id.',
  },
  question_refused: {
    status: 409,
    means:
      'The customer cannot be asked now; `error_details.reason` is `question_open` if another question is open, and `no_customer_screen` if no screen for the customer is connected.',
    doThis: 'Wait for the other answer, or go on without one.',
  },
  other_currency: {
    status: 409,
    means:
      'The payment of a refund is in another currency than this till has, or the shop takes no payments by phone in the currency of this till.',
    doThis:
      'Refund it at the till that sold it, or in the portal. For a new sale, set the currency of the till; cash can be taken meanwhile.',
  },
  refund_refused: {
    status: 409,
    means: 'There is not that much to refund; `error_details.reason` says why.',
    doThis: 'Read the refunds and the sale; another refund needs another id.',
  },
  too_large: {
    status: 413,
    means: 'The body is larger than the limit.',
    doThis: 'Correct the call.',
  },
  wrong_media_type: {
    status: 415,
    means: 'A body must be `application/json`.',
    doThis: 'Send `Content-Type: application/json`.',
  },
  wrong_host: {
    status: 421,
    means: '`Host` is not this machine’s own name for itself.',
    doThis: 'Call `127.0.0.1` or `localhost`.',
  },
  too_many_waiting: {
    status: 429,
    means: 'Too many calls or connections wait at this till already.',
    doThis: 'Wait as long as `Retry-After` says; hold one connection for all sales.',
  },
  internal_error: {
    status: 500,
    means: 'The till could not do this; its own log says more.',
    doThis: 'Read the sale, and repeat the call if it had no effect.',
  },
  journal_full: {
    status: 503,
    means:
      'The payment cannot be saved or booked on this till, so it was not started. The description says what cannot be written.',
    doThis: 'Make room on the disk; take another way to pay meanwhile.',
  },
  machine_away: {
    status: 503,
    means: 'The machine that would deliver does not answer, so the sale was not started.',
    doThis: 'Look after the machine; repeat the call when it is back.',
  },
  fiscal_device: {
    status: 503,
    means:
      'The fiscal device does not sign now, and this shop does not sell without it, so nothing was started. `error_details.reason` is `fiscal_no_answer`, `fiscal_full` or `fiscal_refused`.',
    doThis: 'Look after the device; repeat the call when it is back.',
  },
  offline: {
    status: 503,
    means: 'The service cannot be reached, so a new sale was not started.',
    doThis: 'Take another way to pay; sales that are open resume by themselves.',
  },
  stopping: {
    status: 503,
    means: 'The till is stopping; nothing was started.',
    doThis: 'Repeat the call when the till is back.',
  },
} as const satisfies Record<string, TillErrorEntry>;

type TillErrorEntry = { readonly status: number; readonly means: string; readonly doThis: string };

export type TillErrorType = keyof typeof TILL_ERRORS;

/** A refusal of the till API as a value. */
export type TillRefusal = {
  readonly type: TillErrorType;
  readonly description: string;
  readonly details?: Readonly<Record<string, unknown>>;
};

export type TillAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: TillRefusal };

/** A refusal. Without a given sentence it uses the sentence of the registry. */
export function tillRefuse(
  type: TillErrorType,
  description: string = TILL_ERRORS[type].means.replaceAll('`', ''),
  details?: Readonly<Record<string, unknown>>,
): { readonly ok: false; readonly refusal: TillRefusal } {
  const refusal = { type, description };
  return { ok: false, refusal: details === undefined ? refusal : { ...refusal, details } };
}

/** Errors that any call can be answered with. */
export const COMMON_TILL_ERRORS = [
  'bad_request',
  'unauthorized',
  'foreign_origin',
  'method_not_allowed',
  'not_acceptable',
  'wrong_host',
  'internal_error',
] as const satisfies readonly TillErrorType[];
