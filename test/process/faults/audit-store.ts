import { openSqliteStore } from '../../../service/store/sqlite/open.ts';
import type { Store } from '../../../service/store/store.ts';
import { StoreNotOpened } from '../../../service/store/store-errors.ts';
import { MERCHANT } from '../../support/payments.ts';
import type { Round } from './report.ts';

/**
 * Opens an embedded database after a fault and reads every acknowledged payment. The start may be refused
 * with a message that names the file, and a read may fail. A payment that is missing without an error is
 * a finding.
 */
export async function auditStore(
  path: string,
  acknowledged: readonly string[],
  what: string,
): Promise<Round> {
  const report = (refused: boolean, findings: readonly string[] = []): Round => {
    return { refused, acknowledged: acknowledged.length, findings };
  };
  let store: Store;
  try {
    store = openSqliteStore(path);
  } catch (error) {
    const clear = error instanceof StoreNotOpened && error.message.includes(path);
    return report(true, clear ? [] : [`${what}: the start is refused with ${String(error)}`]);
  }
  try {
    let lost = 0;
    let failed = 0;
    for (const tid of acknowledged) {
      const found = await store.payments.byTid(MERCHANT.id, tid).catch(() => 'failed' as const);
      if (found === null) lost += 1;
      if (found === 'failed') failed += 1;
    }
    const gone = `${what}: ${lost} of ${acknowledged.length} payments are gone without a word`;
    return report(failed > 0, lost > 0 ? [gone] : []);
  } finally {
    await store.close().catch(() => {});
  }
}
