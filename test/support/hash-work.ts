import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

/**
 * What one key derivation costs, as scrypt's work factor N·r·p. It is the measure of how long a
 * check of a secret takes, whatever else the machine does.
 */
export type HashWork = number;

/** Runs something, and returns the work of each key derivation that it asked for, in order. */
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
