import { OPERATOR_ROUTES } from '../../service/app/operator/routes.ts';
import { SIMULATOR_ROUTES } from '../../service/simulator/routes.ts';
import { TILL_ROUTES } from '../../shared/device/till-api/routes.ts';
import { PORTAL_ROUTES } from '../../shared/portal/routes.ts';
import { OAUTH_ROUTES } from '../../shared/protocol/oauth.ts';
import { ROUTES, type Route } from '../../shared/protocol/routes.ts';
import { WALLET_ROUTES } from '../../shared/wallet/routes.ts';

/** A route of any audience. */
export type AnyRoute = Route<string, string>;

/** Every table of routes of the product, by its audience. */
export const TABLES = {
  merchant: ROUTES,
  wallet: WALLET_ROUTES,
  portal: PORTAL_ROUTES,
  oauth: OAUTH_ROUTES,
  operator: OPERATOR_ROUTES,
  simulator: SIMULATOR_ROUTES,
  till: TILL_ROUTES,
} as const satisfies Record<string, Readonly<Record<string, AnyRoute>>>;

export type AudienceName = keyof typeof TABLES;

/** The routes of one audience. */
export function routesOf(audience: AudienceName): readonly AnyRoute[] {
  return Object.values(TABLES[audience]);
}
