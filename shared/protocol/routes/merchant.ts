import { merchantLookupOutput, merchantOutput, merchantUpdateInput } from '../merchant.ts';
import type { Route } from './route.ts';

/** Merchants (specification, Endpoints, Merchant). */
export const MERCHANT_ROUTES = {
  merchantRead: {
    name: 'merchantRead',
    method: 'GET',
    path: '/merchant/:merchant_id/',
    level: 'SECRET',
    summary: 'Read a merchant',
    reply: merchantOutput,
    success: [200],
    errors: ['Not Found'],
  },
  merchantUpdate: {
    name: 'merchantUpdate',
    method: 'PUT',
    path: '/merchant/:merchant_id/',
    level: 'KEY',
    integratorsOnly: true,
    summary: 'Change what an integrator keeps of its merchant; a member that is left out stays',
    body: merchantUpdateInput,
    success: [204],
    errors: ['Not Found'],
  },
  merchantLogo: {
    name: 'merchantLogo',
    method: 'GET',
    path: '/merchant/:merchant_id/logo/',
    level: 'SECRET',
    summary: 'Read a merchant’s logo, a PNG image',
    produces: 'image/png',
    success: [200, 304],
    errors: ['Not Found'],
  },
  merchantLookup: {
    name: 'merchantLookup',
    method: 'GET',
    path: '/merchant_lookup/:lookup_id/',
    level: 'OPEN',
    integratorsOnly: true,
    summary: 'Find a merchant by its organisation’s number; for integrators',
    reply: merchantLookupOutput,
    success: [200],
    errors: ['Unauthorized', 'Not Found'],
  },
} as const satisfies Record<string, Route>;
