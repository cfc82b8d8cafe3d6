import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

/**
 * The cost of one key derivation, as scrypt's work factor N·r·p. It measures how long a check of a secret
 * takes, independently of the load of the machine.
 */
export type HashWork = number;

/** Runs something, and returns the work of each key derivation that it requested, in order. */
export async function hashWorkOf(run: () => Promise<unknown>): Promise<readonly HashWork[]> {
  const derivations = vi.spyOn(crypto, 'scrypt');
  syncBuiltinESMExports();
  try {
    await run();
    return derivations.mock.calls.map((call) => workOf(call.at(3)));
  } finally {
    derivations.mockRestore();
    syncBuiltinESMExports();
  }
}

function workOf(options: unknown): HashWork {
  const { N = 16_384, r = 8, p = 1 }: ScryptOptions = Object(options);
  return N * r * p;
}
