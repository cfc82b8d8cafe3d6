import { LIMITS } from '../limits.ts';
import { periodInput, periodTaken } from '../period.ts';
import type { Route } from './route.ts';

/** The closed periods of tills (D-313), an extension of the specification. */
export const PERIOD_ROUTES = {
  periodPut: {
    name: 'periodPut',
    method: 'PUT',
    path: '/pos/:pos_id/period/:number/',
    level: 'SECRET',
    extension: true,
    summary: 'Hand over a closed period of the till’s books',
    about:
      'The periods of a till come in the order of their numbers, without a gap, and each continues the one before. ' +
      'What does not fit is refused with 409 and kept as a problem, which the merchant portal shows. If periods before it ' +
      'are missing, `error_details.first_missing` is the number of the first one: hand over from there. A close that leaves ' +
      'out cash receipts which the till handed over is kept, and the answer names them.',
    body: periodInput,
    bodyBytesMax: LIMITS.periodBodyBytesMax,
    repeat: 'harmless',
    reply: periodTaken,
    success: [200],
    errors: ['validation_error', 'Not Found', 'Conflict'],
  },
} as const satisfies Record<string, Route>;
