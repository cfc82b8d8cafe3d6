import { z } from 'zod';
import { line, moneyNonNegative, optional, withDefault } from '../../shared/protocol/basic.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Route } from '../../shared/protocol/routes.ts';
import { scope } from '../../shared/protocol/scope.ts';
import { scanTarget } from '../../shared/protocol/shortlink.ts';
import { faultInput } from './faults.ts';

/** Path of the simulator API on the service's own address. */
export const SIMULATOR_PATH = '/simulator/v1';

const claimInput = z.object({ customer: z.string().max(20) });
const confirmInput = z.object({
  additional_amount: optional(moneyNonNegative),
  credit: withDefault(z.boolean(), false),
});
const clockInput = z.object({ advance_seconds: z.number().min(0) });
const clockOutput = z.object({ now: z.string() });
const scanInput = z.object({
  customer: z.string().max(20),
  shortlink_id: optional(line(LIMITS.serialNumberMax)),
  serial_number: optional(line(LIMITS.serialNumberMax)),
  argstring: scanTarget.shape.argstring,
});

/** Who may call the simulator: programs on this machine. */
export type SimulatorLevel = 'local';

/** The routes of the simulator, below `SIMULATOR_PATH`. */
export const SIMULATOR_ROUTES = {
  claim: {
    name: 'claim',
    method: 'POST',
    path: '/payment_request/:tid/claim/',
    level: 'local',
    summary: 'Open a payment request as a customer',
    body: claimInput,
    success: [204],
    errors: ['validation_error', 'Not Found', 'Conflict'],
  },
  confirm: {
    name: 'confirm',
    method: 'POST',
    path: '/payment_request/:tid/confirm/',
    level: 'local',
    summary: 'Approve it as its customer',
    body: confirmInput,
    success: [204],
    errors: ['validation_error', 'Not Found', 'Conflict'],
  },
  reject: {
    name: 'reject',
    method: 'POST',
    path: '/payment_request/:tid/reject/',
    level: 'local',
    summary: 'Reject it as its customer',
    success: [204],
    errors: ['Not Found', 'Conflict'],
  },
  clockRead: {
    name: 'clockRead',
    method: 'GET',
    path: '/clock/',
    level: 'local',
    summary: 'Read the time of the service',
    reply: clockOutput,
    success: [200],
    errors: [],
  },
  clockAdvance: {
    name: 'clockAdvance',
    method: 'POST',
    path: '/clock/',
    level: 'local',
    summary: 'Move a manual clock forward',
    body: clockInput,
    reply: clockOutput,
    success: [200],
    errors: ['validation_error', 'Bad Request', 'Conflict'],
  },
  faultAdd: {
    name: 'faultAdd',
    method: 'POST',
    path: '/fault/',
    level: 'local',
    summary: 'Add a fault to the next requests',
    body: faultInput,
    success: [204],
    errors: ['validation_error', 'Conflict'],
  },
  faultsClear: {
    name: 'faultsClear',
    method: 'DELETE',
    path: '/fault/',
    level: 'local',
    summary: 'Remove all faults',
    success: [204],
    errors: [],
  },
  journal: {
    name: 'journal',
    method: 'GET',
    path: '/journal/',
    level: 'local',
    summary: 'Read the requests, changes and callbacks so far',
    query: z.object({ pos_tid: optional(z.string().max(64)) }),
    reply: z.object({ items: z.array(z.unknown()) }),
    success: [200],
    errors: ['validation_error'],
  },
  scan: {
    name: 'scan',
    method: 'POST',
    path: '/scan/',
    level: 'local',
    summary: 'Scan a shortlink as a customer',
    body: scanInput,
    reply: z.object({ token: z.string() }),
    success: [201],
    errors: ['validation_error', 'Not Found', 'Conflict'],
  },
  permissionAccept: {
    name: 'permissionAccept',
    method: 'POST',
    path: '/permission_request/:rid/accept/',
    level: 'local',
    summary: 'Grant a permission request, or a part of it',
    body: z.object({ scope: optional(scope) }),
    success: [204],
    errors: ['validation_error', 'Not Found', 'Conflict'],
  },
  permissionDecline: {
    name: 'permissionDecline',
    method: 'POST',
    path: '/permission_request/:rid/decline/',
    level: 'local',
    summary: 'Decline a permission request',
    success: [204],
    errors: ['Not Found', 'Conflict'],
  },
  settle: {
    name: 'settle',
    method: 'POST',
    path: '/settlement/',
    level: 'local',
    summary: 'Settle every account now',
    reply: z.object({ settlement_ids: z.array(z.string()) }),
    success: [200],
    errors: [],
  },
} as const satisfies Record<string, Route<SimulatorLevel>>;

export type SimulatorRouteName = keyof typeof SIMULATOR_ROUTES;
