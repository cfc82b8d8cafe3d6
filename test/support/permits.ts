import type { Permit } from '../../shared/bill/decide.ts';
import { ANY_RETURNS } from '../../shared/bill/return-limits.ts';

/** A person who may do everything on a bill, at a till whose drawer is not asked. */
export const ANYTHING: Permit = { discountMax: 10_000, returns: ANY_RETURNS, drawer: null };
