import { expect } from 'vitest';
import type { Received } from './wire.ts';

/** Every error has the three members and the right type, and reveals no internals. */
export function expectError(reply: Received, status: number, type: string): void {
  expect([reply.status, reply.json]).toMatchObject([status, { error_type: type }]);
  expect(Object.keys(reply.json ?? {})).toEqual([
    'error_type',
    'error_description',
    'error_details',
  ]);
  expect(reply.text).not.toMatch(/\.ts:|node:|at [A-Z]\w+\.|SQLITE/);
}
