import { listQuery, uriList } from '../lists.ts';
import { posInput, posOutput, posUpdate } from '../pos.ts';
import { created, type Route } from './route.ts';

/** Points of sale (specification, Endpoints, POS). */
export const POS_ROUTES = {
  posCreate: {
    name: 'posCreate',
    method: 'POST',
    path: '/pos/',
    level: 'SECRET',
    summary: 'Register a point of sale',
    body: posInput,
    repeat: 'answered',
    reply: created,
    success: [201],
    errors: ['validation_error', 'Conflict'],
  },
  posList: {
    name: 'posList',
    method: 'GET',
    path: '/pos/',
    level: 'KEY',
    summary: 'List points of sale',
    query: listQuery,
    reply: uriList,
    success: [200],
    errors: ['validation_error'],
  },
  posRead: {
    name: 'posRead',
    method: 'GET',
    path: '/pos/:pos_id/',
    level: 'SECRET',
    summary: 'Read a point of sale',
    reply: posOutput,
    success: [200],
    errors: ['Not Found'],
  },
  posUpdate: {
    name: 'posUpdate',
    method: 'PUT',
    path: '/pos/:pos_id/',
    level: 'SECRET',
    summary: 'Change a point of sale',
    body: posUpdate,
    success: [204],
    errors: ['validation_error', 'Not Found'],
  },
  posDelete: {
    name: 'posDelete',
    method: 'DELETE',
    path: '/pos/:pos_id/',
    level: 'KEY',
    summary: 'Remove a point of sale',
    success: [204],
    errors: ['Not Found'],
  },
} as const satisfies Record<string, Route>;
