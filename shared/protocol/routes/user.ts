import { userInput, userOutput, userUpdate } from '../user.ts';
import { created } from './created.ts';
import type { Route } from './route.ts';

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
