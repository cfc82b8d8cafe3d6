import { ScanTaken } from '../shortlink-store.ts';
import { SCAN_SQL } from '../sql/scans.ts';
import type { Effects, UsedScan } from '../store.ts';
import { Undone } from './commits.ts';
import { statement } from './statements.ts';
import type { Transaction } from './transaction.ts';

const CONSUME = statement(SCAN_SQL.consume);

/**
 * Answers the effects of a write that found its row, or null, and uses its scans up at the same
 * time. Throws `ScanTaken` when an exclusive one is gone, and `Undone` when the row was.
 */
export async function withScans(
  transaction: Transaction,
  write: Promise<number>,
  by: { readonly merchantId: string; readonly id: string },
  effects: Effects,
): Promise<Effects | null> {
  const { scans } = effects;
  const consume = ({ token }: UsedScan) => transaction.run(CONSUME, by.id, token, by.merchantId);
  const [found, ...used] = await Promise.all([write, ...scans.map(consume)]);
  if (found !== 1 && scans.length > 0) throw new Undone();
  if (found !== 1) return null;
  if (scans.some(({ exclusive }, index) => exclusive && used[index] !== 1)) throw new ScanTaken();
  return effects;
}
