import type { Payment } from '../../shared/payment/payment.ts';
import { answer } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { CODE } from '../../shared/protocol/status-codes.ts';
import { SECOND } from '../../shared/time/clock.ts';
import { type Scan, ScanTaken } from '../store/shortlink-store.ts';
import type { Changer, ChangerDeps } from './changer.ts';
import { withDisplay, withoutEffects } from './messages.ts';

/**
 * Matches requests that wait for a shortlink's scans with those scans. `made` is the tid of the
 * request that was just created or repeated, if any.
 */
export type MatchScans = (merchantId: string, shortlinkId: string, made?: string) => Promise<void>;

/**
 * Matches after every new request and after every scan, each in its own commit (D-106). Whichever
 * of the two is written last finds the other, so no match is missed. A new request takes the newest
 * scan that it may have, including one that an earlier request of its POS has taken. Earlier
 * requests continue to wait for scans that no request has taken. If two requests want one scan, the
 * scan's row decides; if two scans want one request, the request's version decides.
 */
export function createMatchScans(
  deps: Pick<ChangerDeps, 'store' | 'clock'>,
  changer: Changer,
): MatchScans {
  const { store, clock } = deps;

  async function scanFor(payment: Payment, shortlinkId: string, isNew: boolean) {
    const { merchantId, created, request } = payment;
    const { shortlinks } = store;
    const since = created - request.max_scan_age * SECOND;
    if (!isNew) return shortlinks.newestFree(merchantId, shortlinkId, since, clock.now());
    const asker = { merchantId, shortlinkId, posId: request.pos_id };
    const scan = await shortlinks.newestFor(asker, since, clock.now());
    // A late repeat of a request must not take a scan from a newer request.
    const holder = scan?.heldBy ? await store.payments.byTid(merchantId, scan.heldBy) : null;
    return holder !== null && holder.created > created ? null : scan;
  }

  async function pairOf(merchantId: string, shortlinkId: string, made: string | undefined) {
    const { payments } = store;
    for (const payment of await payments.listening(merchantId, shortlinkId, LIMITS.listenersMax)) {
      const scan = await scanFor(payment, shortlinkId, payment.tid === made);
      if (scan !== null) return { payment, scan };
    }
    return null;
  }

  async function bind(payment: Payment, scan: Scan): Promise<void> {
    try {
      await changer.change(payment.merchantId, payment.tid, (stored, context) => {
        if (stored.code !== CODE.pending || stored.customerId !== null) return answer(null);
        const { customerId, token, heldBy } = scan;
        const version = stored.version + 1;
        const bound = { ...stored, customerId, scanToken: token, version };
        const changed = withDisplay(withoutEffects(bound), 'delivered', context);
        return answer({
          ...changed,
          effects: { ...changed.effects, scans: [{ kind: 'hold', token, previousHolder: heldBy }] },
        });
      });
    } catch (error) {
      // Another request has the scan; the next round looks for another one.
      if (!(error instanceof ScanTaken)) throw error;
    }
  }

  return async (merchantId, shortlinkId, made) => {
    // Every round binds a request or finds that it is bound already; the bound ends a long
    // contention.
    for (let round = 0; round < LIMITS.listenersMax; round += 1) {
      const pair = await pairOf(merchantId, shortlinkId, made);
      if (pair === null) return;
      await bind(pair.payment, pair.scan);
    }
  };
}
