import { settlementAccountOutput, settlementAccountUpdate } from '../settlement-account.ts';
import type { Route } from './route.ts';

/** Settlement accounts (specification, Settlements and reports; D-176). */
export const SETTLEMENT_ACCOUNT_ROUTES = {
  settlementAccountRead: {
    name: 'settlementAccountRead',
    method: 'GET',
    path: '/settlement_account/:settlement_account_id/',
    level: 'SECRET',
    summary: 'Read a settlement account',
    reply: settlementAccountOutput,
    success: [200],
    errors: ['Not Found'],
  },
  settlementAccountUpdate: {
    name: 'settlementAccountUpdate',
    method: 'PUT',
    path: '/settlement_account/:settlement_account_id/',
    level: 'SECRET',
    summary: 'Set where to pay out, and how often',
    body: settlementAccountUpdate,
    success: [204],
    errors: ['validation_error', 'Not Found'],
  },
} as const satisfies Record<string, Route>;
