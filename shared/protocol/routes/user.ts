import { sspUserInput, sspUserOutput, userInput, userOutput, userUpdate } from '../user.ts';
import { created, type Route } from './route.ts';

/** API users (specification, Endpoints, User; D-70). */
export const USER_ROUTES = {
  userCreate: {
    name: 'userCreate',
    method: 'POST',
    path: '/user/',
    level: 'KEY',
    summary: 'Create an API user of the merchant',
    body: userInput,
    repeat: 'answered',
    reply: created,
    success: [201],
    errors: ['validation_error', 'Conflict'],
  },
  userRead: {
    name: 'userRead',
    method: 'GET',
    path: '/user/:user_id/',
    level: 'SECRET',
    summary: 'Read an API user; its secret is never told',
    reply: userOutput,
    success: [200],
    errors: ['Not Found'],
  },
  userUpdate: {
    name: 'userUpdate',
    method: 'PUT',
    path: '/user/:user_id/',
    level: 'KEY',
    summary: 'Change an API user; null leaves a field, empty removes it',
    body: userUpdate,
    success: [204],
    errors: ['validation_error', 'Not Found', 'Conflict'],
  },
  userDelete: {
    name: 'userDelete',
    method: 'DELETE',
    path: '/user/:user_id/',
    level: 'KEY',
    summary: 'Remove an API user',
    success: [204],
    errors: ['Not Found', 'Conflict'],
  },
} as const satisfies Record<string, Route>;

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
