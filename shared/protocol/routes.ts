import { z } from 'zod';
import type { ErrorType } from './errors.ts';
import { listQuery, outcomeQuery, paymentList, paymentListQuery, uriList } from './lists.ts';
import { outcome } from './outcome.ts';
import {
  paymentRequestCreated,
  paymentRequestInput,
  paymentRequestOutput,
  paymentUpdateInput,
} from './payment-request.ts';
import { posInput, posOutput, posUpdate } from './pos.ts';
import { statusCodeEntry } from './status-codes.ts';

/** Who may call (specification, Authentication). KEY implies SECRET implies OPEN (D-03). */
export type AuthLevel = 'OPEN' | 'SECRET' | 'KEY';

export type Route = {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base path, with `:name` for a parameter; always ends with a slash. */
  readonly path: string;
  readonly level: AuthLevel;
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  /** Schema of the reply's body; none means an empty body. */
  readonly reply?: z.ZodType;
  /**
   * True for a POST that may come twice without harm, because ids of its body make the repeat do
   * nothing (D-25, D-78). Elsewhere a POST's signature is good for one request (D-18).
   */
  readonly idempotent?: boolean;
  /** Statuses of success. */
  readonly success: readonly number[];
  /** Errors beyond those every endpoint can give. */
  readonly errors: readonly ErrorType[];
};

/** Errors any endpoint can answer; not repeated per route. */
export const COMMON_ERRORS: readonly ErrorType[] = [
  'Bad Request',
  'Not Acceptable',
  'Method Not Allowed',
  'Too Many Requests',
  'Service Unavailable',
];

const created = z.object({ id: z.string() });

/**
 * The route table: routing, level, validation, reference pages, the typed client and the
 * authorisation matrix are all derived from it.
 */
export const ROUTES = {
  posCreate: {
    name: 'posCreate',
    method: 'POST',
    path: '/pos/',
    level: 'SECRET',
    summary: 'Register a point of sale',
    body: posInput,
    idempotent: true,
    reply: created,
    success: [201],
    errors: ['validation_error', 'Conflict'],
  },
  posList: {
    name: 'posList',
    method: 'GET',
    path: '/pos/',
    level: 'KEY',
    summary: 'List points of sale',
    query: listQuery,
    reply: uriList,
    success: [200],
    errors: ['validation_error'],
  },
  posRead: {
    name: 'posRead',
    method: 'GET',
    path: '/pos/:pos_id/',
    level: 'SECRET',
    summary: 'Read a point of sale',
    reply: posOutput,
    success: [200],
    errors: ['Not Found'],
  },
  posUpdate: {
    name: 'posUpdate',
    method: 'PUT',
    path: '/pos/:pos_id/',
    level: 'SECRET',
    summary: 'Change a point of sale',
    body: posUpdate,
    success: [204],
    errors: ['validation_error', 'Not Found'],
  },
  posDelete: {
    name: 'posDelete',
    method: 'DELETE',
    path: '/pos/:pos_id/',
    level: 'KEY',
    summary: 'Remove a point of sale',
    success: [204],
    errors: ['Not Found'],
  },
  paymentCreate: {
    name: 'paymentCreate',
    method: 'POST',
    path: '/payment_request/',
    level: 'SECRET',
    summary: 'Request a payment; idempotent on pos_id and pos_tid',
    body: paymentRequestInput,
    idempotent: true,
    reply: paymentRequestCreated,
    success: [201, 200],
    errors: ['validation_error', 'Conflict'],
  },
  paymentList: {
    name: 'paymentList',
    method: 'GET',
    path: '/payment_request/',
    level: 'SECRET',
    summary: 'List payment requests, newest first',
    query: paymentListQuery,
    reply: paymentList,
    success: [200],
    errors: ['validation_error'],
  },
  paymentRead: {
    name: 'paymentRead',
    method: 'GET',
    path: '/payment_request/:tid/',
    level: 'SECRET',
    summary: 'Read a payment request',
    reply: paymentRequestOutput,
    success: [200],
    errors: ['Not Found'],
  },
  paymentUpdate: {
    name: 'paymentUpdate',
    method: 'PUT',
    path: '/payment_request/:tid/',
    level: 'SECRET',
    summary: 'Capture, abort, release, reauth, or (with KEY) refund',
    body: paymentUpdateInput,
    success: [204],
    errors: ['validation_error', 'Not Found', 'Conflict'],
  },
  paymentOutcome: {
    name: 'paymentOutcome',
    method: 'GET',
    path: '/payment_request/:tid/outcome/',
    level: 'SECRET',
    summary: 'Read what became of a payment request',
    query: outcomeQuery,
    reply: outcome,
    success: [200],
    errors: ['validation_error', 'Not Found'],
  },
  statusCodeList: {
    name: 'statusCodeList',
    method: 'GET',
    path: '/status_code/',
    level: 'OPEN',
    summary: 'List the status codes',
    reply: z.array(statusCodeEntry),
    success: [200],
    errors: [],
  },
  statusCodeRead: {
    name: 'statusCodeRead',
    method: 'GET',
    path: '/status_code/:value/',
    level: 'OPEN',
    summary: 'Read one status code',
    reply: statusCodeEntry,
    success: [200],
    errors: ['Not Found'],
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;

/** The WebSocket of design section 4, below the base path, SECRET. */
export const EVENT_PATH = '/event/';

/** A route's path with its parameters filled in. */
export function pathOf(name: RouteName, params: Readonly<Record<string, string>> = {}): string {
  return ROUTES[name].path.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new Error(`route ${name} needs ${key}`);
    return encodeURIComponent(value);
  });
}
