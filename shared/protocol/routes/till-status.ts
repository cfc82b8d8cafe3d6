import { tillStatus } from '../till-status.ts';
import type { Route } from './route.ts';

/** What tills say of themselves (D-350), an extension of the specification. */
export const TILL_STATUS_ROUTES = {
  tillStatusPut: {
    name: 'tillStatusPut',
    method: 'PUT',
    path: '/pos/:pos_id/status/',
    level: 'SECRET',
    extension: true,
    summary: 'Say how a till is',
    about:
      'A till sends it at each change and every two minutes, at most once in a second. The merchant portal shows the ' +
      'newest one. A till that is silent for longer than the shop’s limit gives one callback `till_silent`, and ' +
      '`till_reporting` when it is heard again.',
    body: tillStatus,
    success: [204],
    errors: ['validation_error', 'Not Found'],
  },
} as const satisfies Record<string, Route>;
