/**
 * What a person may do at a till; each may do what those before it may. The schemas are in person.ts, so
 * that a screen has the roles without them.
 */
export const ROLES = ['cashier', 'supervisor'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The least role that a command needs. `nobody`: a locked till accepts it. `approval`: the command
 * carries a supervisor's approval of one act; the role of the person at the till does not matter.
 */
export type Least = 'nobody' | Role | 'approval';

/** True when `role` is at least `least`. */
export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
