import { ERRORS, type ErrorType } from '../protocol/errors.ts';

/** Why the service refused a call of a till, as far as a person at the till can act on it. */
export const SERVICE_REFUSALS = [
  /** The sign-in of the till is not accepted. */
  'signed_out',
  /** The shop has no account in the till's currency. */
  'currency',
  /** More than the shop may take in one payment. */
  'amount',
  /** The customer's number or code is not valid. */
  'customer',
  /** The till's number of the sale belongs to another payment. */
  'used_before',
  /** A line of the refund was refunded before, by this till or another one. */
  'lines_gone',
  /** Too many lines or too much text. */
  'too_large',
  /** The till is not set up for this service: its address, its id or its sign-in. */
  'settings',
  /** The service could not do it now. */
  'unavailable',
  /** Any other reason. */
  'not_accepted',
] as const;
export type ServiceRefusal = (typeof SERVICE_REFUSALS)[number];

const BY_TYPE: Readonly<Record<ErrorType, ServiceRefusal>> = {
  validation_error: 'not_accepted',
  'Bad Request': 'not_accepted',
  Unauthorized: 'signed_out',
  'Not Found': 'settings',
  'Method Not Allowed': 'settings',
  'Not Acceptable': 'settings',
  Conflict: 'used_before',
  'Request Entity Too Large': 'too_large',
  'Unsupported Media Type': 'settings',
  'Too Many Requests': 'unavailable',
  'Internal Server Error': 'unavailable',
  'Service Unavailable': 'unavailable',
};

/** The member of a request that a person can correct; the first that the reply names counts. */
const BY_FIELD: Readonly<Record<string, ServiceRefusal>> = {
  currency: 'currency',
  amount: 'amount',
  additional_amount: 'amount',
  customer: 'customer',
  line_items: 'too_large',
  text: 'too_large',
  pos_id: 'settings',
};

/** The parts of a reply that say why. Status 0: nothing was sent. */
export type ServiceReply = {
  readonly status: number;
  /** `error_type`; an unknown one counts as that of its status. */
  readonly type: string;
  readonly details: Readonly<Record<string, unknown>> | null;
};

/** Why the service refused, from its reply. Pure. */
export function serviceRefusal({ status, type, details }: ServiceReply): ServiceRefusal {
  if (status === 0) return 'settings';
  if (status === 403) return 'signed_out';
  const field = Object.keys(BY_FIELD).find((name) => Object.hasOwn(details ?? {}, name));
  const known = isErrorType(type) ? type : typeOf(status);
  const byType = known === null ? 'not_accepted' : BY_TYPE[known];
  return byType === 'not_accepted' && field !== undefined ? (BY_FIELD[field] ?? byType) : byType;
}

function isErrorType(type: string): type is ErrorType {
  return Object.hasOwn(ERRORS, type);
}

function typeOf(status: number): ErrorType | null {
  const all = Object.keys(ERRORS).filter(isErrorType);
  return all.find((type) => ERRORS[type] === status) ?? null;
}
