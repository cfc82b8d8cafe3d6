/** What a person may do at a till; each may do what those before it may. */
export const ROLES = ['cashier', 'supervisor'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The least that a command asks for. `nobody`: it may be given at a locked till. `approval`: it
 * carries a supervisor's word of its own, for one act, whoever stands at the till.
 */
export type Least = 'nobody' | Role | 'approval';

/** True when `role` is at least `least`. */
export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
