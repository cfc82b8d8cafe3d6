import { besideHttpPeers } from '../peers/beside-http.ts';
import { besideMedusa } from '../peers/beside-medusa.ts';
import type { Figure } from '../report.ts';
import type { Lengths } from './flow.ts';

/**
 * Other products from the package registry beside ours, each asked for whole flows: create, confirm
 * and capture, or the nearest that it has. One that cannot be had or started is skipped, and said.
 */
export async function measurePeers(lengths: Lengths): Promise<readonly Figure[]> {
  return [...(await besideMedusa(lengths)), ...(await besideHttpPeers(lengths))];
}
