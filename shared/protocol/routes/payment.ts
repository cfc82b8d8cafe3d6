import { outcomeQuery, paymentList, paymentListQuery } from '../lists.ts';
import { outcome } from '../outcome.ts';
import {
  paymentRequestCreated,
  paymentRequestInput,
  paymentRequestOutput,
  paymentUpdateInput,
} from '../payment-request.ts';
import type { Route } from './route.ts';

/** Payment requests (specification, Endpoints, Payment request). */
export const PAYMENT_ROUTES = {
  paymentCreate: {
    name: 'paymentCreate',
    method: 'POST',
    path: '/payment_request/',
    level: 'SECRET',
    summary: 'Request a payment; idempotent on pos_id and pos_tid',
    body: paymentRequestInput,
    repeat: 'harmless',
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
    paymentFirst: true,
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
    paymentFirst: true,
    method: 'PUT',
    path: '/payment_request/:tid/',
    level: 'SECRET',
    summary: 'Capture, abort, release, reauth, or (with KEY) refund',
    body: paymentUpdateInput,
    repeat: 'harmless',
    success: [204],
    errors: ['validation_error', 'Not Found', 'Conflict'],
  },
  paymentOutcome: {
    name: 'paymentOutcome',
    paymentFirst: true,
    method: 'GET',
    path: '/payment_request/:tid/outcome/',
    level: 'SECRET',
    summary: 'Read what became of a payment request',
    query: outcomeQuery,
    reply: outcome,
    success: [200],
    errors: ['validation_error', 'Not Found'],
  },
} as const satisfies Record<string, Route>;
