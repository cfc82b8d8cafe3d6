import { AsyncLocalStorage } from 'node:async_hooks';
import type { Instant } from '../../shared/time/clock.ts';

/** What a person did in the merchant portal. */
export type Act = {
  readonly id: string;
  readonly merchantId: string;
  readonly at: Instant;
  /** The id of the API user, or the e-mail address of the self-service user. */
  readonly person: string;
  readonly kind: string;
  /** What it was done to, such as a payment or a user. */
  readonly subject: string;
  readonly details: ActDetails;
};

/** What a reader wants to know besides the subject. Amounts in minor units. */
export type ActDetails = {
  readonly amount?: number;
  readonly currency?: string;
  readonly reason?: string;
  readonly active?: boolean;
};

/** The audit list of a merchant. Its rows are written by the commits of the acts. */
export interface ActStore {
  /** Newest first, from the one after `after` on. */
  list(
    merchantId: string,
    after: { readonly created: Instant; readonly id: string } | null,
    limit: number,
  ): Promise<readonly Act[]>;
}

/** The act that the present call is. It is open until the call ends, so that what it started later keeps nothing. */
type Scope = { act: Act; open: boolean };

const scopes = new AsyncLocalStorage<Scope | null>();

/**
 * Runs `work` as the act of a person. The first commit in it that changes a row keeps the act, in the same transaction, so
 * there is no act without its row and no row without its act (D-460). Work that changes nothing leaves none.
 */
export async function asAct<T>(act: Act, work: () => Promise<T>): Promise<T> {
  const scope: Scope = { act, open: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.open = false;
  }
}

/** Runs work that happens on the occasion of an act and is none, such as an expiry that was due. */
export const outsideAct = <T>(work: () => T): T => scopes.run(null, work);

/** Adds what the act is about, before its commit. Nothing outside of an act. */
export function describeAct(details: ActDetails): void {
  const scope = scopes.getStore() ?? null;
  if (scope === null) return;
  scope.act = { ...scope.act, details: { ...scope.act.details, ...details } };
}

/** The act for which the caller writes; null for every other write. */
export function presentAct(): Act | null {
  const scope = scopes.getStore() ?? null;
  return scope?.open === true ? scope.act : null;
}
