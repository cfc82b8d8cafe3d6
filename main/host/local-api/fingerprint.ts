import { createHash } from 'node:crypto';
import type { SaleInput } from '../../../shared/till-api/sale.ts';

/**
 * Differs whenever two requests of a register ask for different things. Members that were left out
 * do not count, so that one added in a later version changes no fingerprint that is in a journal.
 */
export function fingerprintOf(input: SaleInput): string {
  const { reference: _name, ...asked } = input;
  return createHash('sha256').update(canonical(asked)).digest('base64url');
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== null && member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join()}}`;
}
