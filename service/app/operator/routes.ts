import { z } from 'zod';
import { dateTime, line, optional, withDefault } from '../../../shared/protocol/basic.ts';
import type { ErrorType } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { Route } from '../../../shared/protocol/routes.ts';
import { customerName, typedNumber } from '../../customers/administration.ts';

/** Media type of an imported file. */
export const CSV_TYPE = 'text/csv';

/** Who may call: the owner of the data directory, who alone can open the socket in it. */
export type OperatorLevel = 'owner';

/** A route of the operator API. Parameters that its query does not name are refused. */
export type OperatorRoute = Route<OperatorLevel> & {
  readonly method: 'GET' | 'POST';
  readonly query: z.ZodObject;
  readonly body: z.ZodType;
  readonly reply: z.ZodType;
};

/** Errors that every route can answer with. */
export const OPERATOR_ERRORS = [
  'validation_error',
  'Bad Request',
  'Method Not Allowed',
  'Request Entity Too Large',
  'Unsupported Media Type',
  'Service Unavailable',
] as const satisfies readonly ErrorType[];

const nothing = z.strictObject({});
const idOrText = line(LIMITS.personNameMax);

/** The parameter of a path with `:customer`: the id or the phone number. */
const customerParams = z.object({ customer: idOrText });

/** A customer in a reply. */
export const customerOutput = z.object({
  id: z.string().describe('The id; it never changes.'),
  msisdn: z.string().nullable().describe('The phone number; null after an erasure.'),
  name: z.string().describe('The name; empty for an invited or erased customer.'),
  status: z
    .enum(['invited', 'active', 'blocked', 'erased'])
    .describe('Only an active customer can sign in and pay.'),
  allow_credit: z.boolean().describe('Whether the customer may pay by credit.'),
  created: dateTime.describe('UTC, `YYYY-MM-DD hh:mm:ss`.'),
  terms: z
    .object({
      version: z.string().describe('The version of your terms.'),
      accepted: dateTime.describe('When the customer accepted it, UTC.'),
    })
    .nullable()
    .describe('The accepted terms; null for a customer that you created.'),
});

const phoneNumber = typedNumber.describe(
  'The phone number with its country code, as people write it: `+47 987 65 432`.',
);

/** An action on one customer, which answers with the customer as it is then. */
function actionOn<N extends string, P extends string, B extends z.ZodType>(
  name: N,
  path: P,
  summary: string,
  body: B,
) {
  return {
    name,
    method: 'POST',
    path: `/customers/:customer/${path}/`,
    level: 'owner',
    summary,
    params: customerParams,
    query: nothing,
    body,
    reply: customerOutput,
    success: [200],
    errors: ['Not Found', 'Conflict'],
  } as const satisfies OperatorRoute;
}

/** The routes of the operator API: routing, checks and the reference come from this table. */
export const OPERATOR_ROUTES = {
  customerList: {
    name: 'customerList',
    method: 'GET',
    path: '/customers/',
    level: 'owner',
    summary: 'List or search the customers, a page at a time',
    about: 'The order is that of the ids. A search reads all customers.',
    query: z.strictObject({
      text: optional(idOrText).describe('Only customers whose number or name contains it.'),
      after: optional(idOrText).describe('`next` of the page before.'),
      limit: withDefault(
        z
          .string()
          .regex(/^\d{1,4}$/, 'must be a whole number')
          .transform(Number)
          .pipe(z.number().min(1).max(LIMITS.pageSizeMax)),
        LIMITS.pageSizeDefault,
      ).describe('Customers on the page.'),
    }),
    body: nothing,
    reply: z.object({
      customers: z.array(customerOutput),
      next: z.string().nullable().describe('`after` of the next page; null on the last one.'),
    }),
    success: [200],
    errors: [],
  },
  customerCreate: {
    name: 'customerCreate',
    method: 'POST',
    path: '/customers/',
    level: 'owner',
    summary: 'Create a customer, who can sign in at once',
    query: nothing,
    body: z.strictObject({
      msisdn: phoneNumber,
      name: customerName.describe('The name.'),
      allow_credit: withDefault(z.boolean(), false).describe('May pay by credit.'),
    }),
    reply: customerOutput,
    success: [201],
    errors: ['Conflict'],
  },
  customerInvite: {
    name: 'customerInvite',
    method: 'POST',
    path: '/customers/invite/',
    level: 'owner',
    summary: 'Permit a number to register',
    query: nothing,
    body: z.strictObject({ msisdn: phoneNumber }),
    reply: customerOutput,
    success: [201],
    errors: ['Conflict'],
  },
  customerImport: {
    name: 'customerImport',
    method: 'POST',
    path: '/customers/import/',
    level: 'owner',
    summary: 'Create the customers of a CSV file',
    about: `The body is the file, as \`${CSV_TYPE}\` in UTF-8 with at most
\`${LIMITS.operatorImportBytesMax}\` bytes; send a larger one in parts. A wrong row refuses the
whole file, and nobody is created. A number that has a customer already stays as it is, so after a lost reply send the same
file again (D-504). One import runs at a time.`,
    query: nothing,
    body: z.string(),
    takes: CSV_TYPE,
    bodyBytesMax: LIMITS.operatorImportBytesMax,
    reply: z.object({
      created: z.number().int().describe('Customers that were created.'),
      present: z.number().int().describe('Numbers that had a customer already.'),
    }),
    success: [200],
    errors: ['Too Many Requests'],
  },
  customerRead: {
    name: 'customerRead',
    method: 'GET',
    path: '/customers/:customer/',
    level: 'owner',
    summary: 'Find a customer by id or phone number',
    params: customerParams,
    query: nothing,
    body: nothing,
    reply: customerOutput,
    success: [200],
    errors: ['Not Found'],
  },
  customerExport: {
    name: 'customerExport',
    method: 'GET',
    path: '/customers/:customer/export/',
    level: 'owner',
    summary: 'Read all data of a customer',
    about: 'The reply is what the command `export-customer` writes.',
    params: customerParams,
    query: nothing,
    body: nothing,
    reply: z.unknown(),
    success: [200],
    errors: ['Not Found'],
  },
  customerBlock: actionOn(
    'customerBlock',
    'block',
    'Refuse a customer like an unknown one',
    nothing,
  ),
  customerUnblock: actionOn(
    'customerUnblock',
    'unblock',
    'Accept a blocked customer again',
    nothing,
  ),
  customerCredit: actionOn(
    'customerCredit',
    'credit',
    'Allow or forbid a customer to pay by credit',
    z.strictObject({ allow_credit: z.boolean().describe('May pay by credit.') }),
  ),
  customerErase: {
    name: 'customerErase',
    method: 'POST',
    path: '/customers/:customer/erase/',
    level: 'owner',
    summary: 'Remove the personal data of a customer; this cannot be undone',
    params: customerParams,
    query: nothing,
    body: z.strictObject({
      confirm: z
        .literal(true, 'must be true: the data cannot be restored')
        .describe('`true` confirms the erasure.'),
    }),
    reply: z.object({ id: z.string().describe('The id, which stays as the pseudonym.') }),
    success: [200],
    errors: ['Not Found', 'Conflict'],
  },
} as const satisfies Record<string, OperatorRoute>;

export type OperatorRouteName = keyof typeof OPERATOR_ROUTES;

/** The names of the table, in its order. */
export function operatorRouteNames(): readonly OperatorRouteName[] {
  // The table's keys are exactly the names; `Object.keys` only knows that they are text.
  return Object.keys(OPERATOR_ROUTES) as OperatorRouteName[];
}
