import {
  permissionOutcome,
  permissionRequestInput,
  permissionRequestOutput,
} from '../permission.ts';
import { created, type Route } from './route.ts';

/** Permission requests (specification, Endpoints, Permission request; D-110 to D-122). */
export const PERMISSION_ROUTES = {
  permissionCreate: {
    name: 'permissionCreate',
    method: 'POST',
    path: '/permission_request/',
    level: 'SECRET',
    summary: 'Ask a customer for data; idempotent on pos_id and pos_tid',
    body: permissionRequestInput,
    repeat: 'harmless',
    reply: created,
    success: [201, 200],
    errors: ['validation_error', 'Conflict'],
  },
  permissionRead: {
    name: 'permissionRead',
    method: 'GET',
    path: '/permission_request/:rid/',
    level: 'SECRET',
    summary: 'Read a permission request',
    reply: permissionRequestOutput,
    success: [200],
    errors: ['Not Found'],
  },
  permissionOutcome: {
    name: 'permissionOutcome',
    method: 'GET',
    path: '/permission_request/:rid/outcome/',
    level: 'SECRET',
    summary: 'Read what became of a permission request',
    reply: permissionOutcome,
    success: [200],
    errors: ['Not Found'],
  },
} as const satisfies Record<string, Route>;
