import { sspUserInput, sspUserOutput } from '../ssp-user.ts';
import type { Route } from './route.ts';

/** Users of the self-service portal (specification, Merchant self-service users; D-76). */
export const SSP_USER_ROUTES = {
  sspUserCreate: {
    name: 'sspUserCreate',
    method: 'POST',
    path: '/merchant_ssp_user/',
    level: 'SECRET',
    summary: 'Create a self-service user',
    body: sspUserInput,
    reply: sspUserOutput,
    success: [201],
    errors: ['validation_error', 'Conflict'],
  },
  sspUserRead: {
    name: 'sspUserRead',
    method: 'GET',
    path: '/merchant_ssp_user/:merchant_ssp_user_id/',
    level: 'SECRET',
    summary: 'Read a self-service user',
    reply: sspUserOutput,
    success: [200],
    errors: ['Not Found'],
  },
  sspUserDelete: {
    name: 'sspUserDelete',
    method: 'DELETE',
    path: '/merchant_ssp_user/:merchant_ssp_user_id/',
    level: 'SECRET',
    summary: 'Remove a self-service user that acts for no company',
    success: [204],
    errors: ['Not Found', 'Conflict'],
  },
} as const satisfies Record<string, Route>;
