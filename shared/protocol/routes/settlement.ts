import { listQuery, uriList } from '../lists.ts';
import { salesSummary, salesSummaryQuery } from '../sales-summary.ts';
import {
  settlementAccountOutput,
  settlementAccountUpdate,
  settlementOutput,
} from '../settlement.ts';
import { settlementReport, settlementReportQuery } from '../settlement-report.ts';
import type { Route } from './route.ts';

/** Settlements and reports (specification, Endpoints, Settlements and reports). */
export const SETTLEMENT_ROUTES = {
  lastSettlement: {
    name: 'lastSettlement',
    method: 'GET',
    path: '/last_settlement/',
    level: 'SECRET',
    summary: 'Go to the latest settlement; the reply shows it as well',
    reply: settlementOutput,
    success: [302],
    errors: ['Not Found'],
  },
  settlementList: {
    name: 'settlementList',
    method: 'GET',
    path: '/settlement/',
    level: 'SECRET',
    summary: 'List settlements, oldest first',
    query: listQuery,
    reply: uriList,
    success: [200],
    errors: ['validation_error'],
  },
  settlementRead: {
    name: 'settlementRead',
    method: 'GET',
    path: '/settlement/:settlement_id/',
    level: 'SECRET',
    summary: 'Read a settlement; the addresses of its logs are good for 30 days',
    reply: settlementOutput,
    success: [200],
    errors: ['Not Found'],
  },
  settlementLog: {
    name: 'settlementLog',
    method: 'GET',
    path: '/settlement_log/:grant/',
    level: 'OPEN',
    summary: 'Download a log file of a settlement; the address itself is the permission',
    produces: 'application/vnd.svc.api.merchant.v1+csv',
    success: [200],
    errors: ['Not Found'],
  },
  settlementReport: {
    name: 'settlementReport',
    method: 'GET',
    path: '/settlement_report/',
    level: 'SECRET',
    summary: 'Report on settlements and on what they sold',
    query: settlementReportQuery,
    reply: settlementReport,
    success: [200],
    errors: ['validation_error'],
  },
  salesSummary: {
    name: 'salesSummary',
    method: 'GET',
    path: '/sales_summary/',
    level: 'SECRET',
    summary: 'What was sold, by product and by hour, day, week or month',
    query: salesSummaryQuery,
    reply: salesSummary,
    success: [200],
    errors: ['validation_error'],
  },
} as const satisfies Record<string, Route>;

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
