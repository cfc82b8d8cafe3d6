import { z } from 'zod';
import { statusCodeEntry } from '../status-code-entry.ts';
import type { Route } from './route.ts';

/** The catalogue of status codes (specification, Endpoints, Status codes). */
export const STATUS_CODE_ROUTES = {
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
