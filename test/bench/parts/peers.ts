import { compareWithHttpPeers } from '../peers/beside-http.ts';
import { compareWithMedusa } from '../peers/beside-medusa.ts';
import type { Figure } from '../report.ts';
import type { Lengths } from './flow.ts';

/**
 * Compares complete flows with other products from the package registry: create, confirm and capture,
 * or the nearest calls of the product. If a product cannot be installed or started, the bench skips it
 * and prints the reason.
 */
export async function measurePeers(lengths: Lengths): Promise<readonly Figure[]> {
  return [...(await compareWithMedusa(lengths)), ...(await compareWithHttpPeers(lengths))];
}
