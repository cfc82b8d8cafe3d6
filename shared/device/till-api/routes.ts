import { z } from 'zod';
import { shownBill } from '../../bill/schema.ts';
import type { Route } from '../../protocol/routes/route.ts';
import { billList } from './bills.ts';
import type { TillErrorType } from './errors.ts';

import {
  codeList,
  refundableOutput,
  refundableQuery,
  refundInput,
  refundList,
  refundOutput,
} from './more.ts';
import { questionInput, questionOutput, questionQuery } from './questions.ts';
import {
  captureInput,
  saleInput,
  saleOutput,
  saleQuery,
  salesOutput,
  salesQuery,
  statusOutput,
  unclaimedList,
} from './sale.ts';

/** The version of the till API, first part of every path. */
export const TILL_API_BASE = '/v1';

/** A route of the till API: each call has the token of the till. */
export type TillRoute = Route<'token', TillErrorType> & { readonly method: 'GET' | 'POST' };

/** An act on one sale: answered at once with the sale as it is then. */
function actRoute<N extends string, P extends string>(name: N, path: P, summary: string) {
  return {
    name,
    method: 'POST',
    path: `/sales/:id/${path}/`,
    level: 'token',
    summary,
    reply: saleOutput,
    success: [200],
    errors: ['not_found', 'not_possible', 'journal_full'],
  } as const satisfies TillRoute;
}

/** The routes of the till API: routing, checks, OpenAPI, page and reference come from this table. */
export const TILL_ROUTES = {
  status: {
    name: 'status',
    method: 'GET',
    path: '/',
    level: 'token',
    summary: 'How the till is, and whether a sale can be started',
    reply: statusOutput,
    success: [200],
    errors: [],
  },
  saleStart: {
    name: 'saleStart',
    method: 'POST',
    path: '/sales/',
    level: 'token',
    summary: 'Start a sale, or find the one that this reference has started',
    body: saleInput,
    reply: saleOutput,
    success: [201, 200],
    errors: [
      'validation_error',
      'busy',
      'reference_taken',
      'not_possible',
      'too_large',
      'wrong_media_type',
      'journal_full',
      'machine_away',
      'fiscal_device',
      'other_currency',
      'offline',
      'stopping',
    ],
  },
  saleList: {
    name: 'saleList',
    method: 'GET',
    path: '/sales/',
    level: 'token',
    summary: 'List open sales and those that ended last',
    query: salesQuery,
    reply: salesOutput,
    success: [200],
    errors: ['validation_error'],
  },
  saleRead: {
    name: 'saleRead',
    method: 'GET',
    path: '/sales/:id/',
    level: 'token',
    summary: 'Read a sale, at once or when it has changed',
    query: saleQuery,
    reply: saleOutput,
    success: [200],
    errors: ['validation_error', 'not_found', 'too_many_waiting'],
  },
  saleCancel: actRoute('saleCancel', 'cancel', 'Cancel a sale that is not paid'),
  saleCapture: {
    ...actRoute('saleCapture', 'capture', 'Take the money that is reserved, all or a part'),
    body: captureInput,
    errors: [
      'validation_error',
      'not_found',
      'not_possible',
      'too_large',
      'wrong_media_type',
      'journal_full',
    ],
  },
  saleRelease: actRoute('saleRelease', 'release', 'Release the money that is reserved'),
  saleRenew: actRoute('saleRenew', 'renew', 'Ask for three new days of a reservation'),
  saleAskAgain: actRoute('saleAskAgain', 'ask_again', 'Ask the service about a sale now'),
  saleSettle: actRoute('saleSettle', 'settle', 'Say that a person has seen to a failed delivery'),
  saleBringToFront: actRoute(
    'saleBringToFront',
    'bring_to_front',
    'Give a sale that was aside the main screen',
  ),
  saleSetAside: actRoute('saleSetAside', 'set_aside', 'Set an undecided sale aside'),
  saleDismiss: actRoute('saleDismiss', 'dismiss', 'Take an ended sale off the screen'),
  // Its operations in the documents are the rows of the table of commands that name a register.
  command: {
    name: 'command',
    method: 'POST',
    path: '/commands/:name/',
    level: 'token',
    summary: 'Give a command of the till, as its screens do',
    body: z.looseObject({}),
    reply: z.unknown(),
    success: [200, 204],
    // And those of its row.
    errors: [
      'validation_error',
      'command_not_allowed',
      'not_found',
      'too_large',
      'wrong_media_type',
    ],
  },
  billList: {
    name: 'billList',
    method: 'GET',
    path: '/bills/',
    level: 'token',
    summary: 'List the open bills, the oldest first',
    reply: billList,
    success: [200],
    errors: [],
  },
  billRead: {
    name: 'billRead',
    method: 'GET',
    path: '/bills/:id/',
    level: 'token',
    summary: 'Read a bill with all its amounts, at once or when it has changed',
    query: saleQuery,
    reply: shownBill,
    success: [200],
    errors: ['validation_error', 'not_found', 'too_many_waiting'],
  },
  questionAsk: {
    name: 'questionAsk',
    method: 'POST',
    path: '/questions/',
    level: 'token',
    summary: 'Ask the customer in front of the till, or find the question that this id has asked',
    body: questionInput,
    reply: questionOutput,
    success: [201, 200],
    errors: ['validation_error', 'not_found', 'question_refused', 'too_large', 'wrong_media_type'],
  },
  questionRead: {
    name: 'questionRead',
    method: 'GET',
    path: '/questions/:id/',
    level: 'token',
    summary: 'Read a question, at once or when it has ended',
    query: questionQuery,
    reply: questionOutput,
    success: [200],
    errors: ['validation_error', 'not_found', 'too_many_waiting'],
  },
  questionCancel: {
    name: 'questionCancel',
    method: 'POST',
    path: '/questions/:id/cancel/',
    level: 'token',
    summary: 'Withdraw a question',
    reply: questionOutput,
    success: [200],
    errors: ['not_found'],
  },
  unclaimedList: {
    name: 'unclaimedList',
    method: 'GET',
    path: '/unclaimed/',
    level: 'token',
    summary: 'List results that fit no sale of this till',
    reply: unclaimedList,
    success: [200],
    errors: [],
  },
  unclaimedClaim: {
    name: 'unclaimedClaim',
    method: 'POST',
    path: '/unclaimed/:tid/claim/',
    level: 'token',
    summary: 'Mark such a result as resolved',
    success: [204],
    errors: ['not_found', 'journal_full'],
  },
  refundStart: {
    name: 'refundStart',
    method: 'POST',
    path: '/refunds/',
    level: 'token',
    summary: 'Refund a payment, all that is left of it or a part',
    body: refundInput,
    reply: refundOutput,
    success: [201],
    errors: [
      'validation_error',
      'refund_not_allowed',
      'not_found',
      'other_currency',
      'refund_refused',
      'too_large',
      'wrong_media_type',
      'journal_full',
      'offline',
    ],
  },
  refundList: {
    name: 'refundList',
    method: 'GET',
    path: '/refunds/',
    level: 'token',
    summary: 'List the last refunds of this till',
    reply: refundList,
    success: [200],
    errors: [],
  },
  refundable: {
    name: 'refundable',
    method: 'GET',
    path: '/refunds/left/',
    level: 'token',
    summary: 'Read what can still be refunded: amounts by tender, and units of lines',
    query: refundableQuery,
    reply: refundableOutput,
    success: [200],
    errors: [
      'validation_error',
      'refund_not_allowed',
      'not_found',
      'other_currency',
      'refund_refused',
      'offline',
    ],
  },
  codeList: {
    name: 'codeList',
    method: 'GET',
    path: '/codes/',
    level: 'token',
    summary: 'List codes that wait for their total, and scans that belong to none',
    reply: codeList,
    success: [200],
    errors: [],
  },
} as const satisfies Record<string, TillRoute>;

export type TillRouteName = keyof typeof TILL_ROUTES;

/** The names of the table, in its order. */
export function tillRouteNames(): readonly TillRouteName[] {
  // The table's keys are exactly the names; `Object.keys` only knows that they are text.
  return Object.keys(TILL_ROUTES) as TillRouteName[];
}
