import { ScanTaken } from '../shortlink-store.ts';
import { SCAN_SQL, scanUseParameters } from '../sql/scans.ts';
import type { Effects, ScanUse } from '../store.ts';
import { Undone } from './commits.ts';
import { statements } from './statements.ts';
import type { Transaction } from './transaction.ts';

const { hold, name, spend } = SCAN_SQL;
const SQL = statements({ hold, name, spend });

/**
 * Answers the effects of a write that found its row, or null, and writes the use of
 * its scans at the same time. Throws `ScanTaken` when another request has taken one that the write
 * holds, and `Undone` when the row was gone.
 */
export async function withScans(
  transaction: Transaction,
  write: Promise<number>,
  by: { readonly merchantId: string; readonly id: string },
  effects: Effects,
): Promise<Effects | null> {
  const { scans } = effects;
  const use = (scan: ScanUse) =>
    transaction.run(SQL[scan.kind], ...scanUseParameters(scan, by.merchantId, by.id));
  const [found, ...used] = await Promise.all([write, ...scans.map(use)]);
  if (found !== 1 && scans.length > 0) throw new Undone();
  if (found !== 1) return null;
  if (scans.some(({ kind }, index) => kind === 'hold' && used[index] !== 1)) throw new ScanTaken();
  return effects;
}
