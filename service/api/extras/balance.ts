import { z } from 'zod';
import { settlementPostings } from '../../../shared/ledger/settle.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { visibleMerchant } from '../../merchants/merchant-access.ts';
import type { LedgerKey } from '../../store/ledger-store.ts';
import type { ApiDeps } from '../deps.ts';
import { callerOf, type Extra } from './extra.ts';

/**
 * `GET /merchant/<merchant_id>/balance/`: the amount that the next settlement would start from
 * (V-14).
 */
export const balance: Extra = {
  kind: 'served',
  place: 'api',
  route: {
    name: 'balance',
    method: 'GET',
    path: '/merchant/:merchant_id/balance/',
    level: 'SECRET',
    summary: 'Read what is owed to the merchant',
    reply: z.object({ currency: z.string(), amount: z.number().int() }),
    success: [200],
    errors: ['Not Found'],
  },
  async run(call) {
    const { store } = call.deps;
    const visible = await visibleMerchant(store, callerOf(call), call.params.merchant_id ?? '');
    const accounts = visible === null ? [] : await store.settlementAccounts.ofMerchant(visible.id);
    const [first] = accounts;
    if (first === undefined) {
      return refuse('Not Found', 'There is no such merchant, or it has no settlement account.');
    }
    const { merchantId, currency } = first;
    const amount = await owed(call.deps, { merchantId, currency });
    return answer({ status: 200, body: { currency, amount } });
  },
};

/**
 * Income since the last settlement less its fees, and less the fees that the settlement could not
 * deduct; minor units. The settlement's own postings are in the same range of the ledger, so they
 * are subtracted.
 */
async function owed(
  { store, clock }: Pick<ApiDeps, 'store' | 'clock'>,
  ledgerKey: LedgerKey,
): Promise<number> {
  const last = await store.settlements.lastOf(ledgerKey);
  const from = last?.toSeq ?? 0;
  const to = await store.ledger.cutAt(ledgerKey, from, clock.now() + 1);
  let payable = 0;
  for (let at = from; at < to; at += LIMITS.ledgerSpan) {
    const until = Math.min(at + LIMITS.ledgerSpan, to);
    const sums = await store.ledger.entrySums({ ...ledgerKey, from: at, to: until });
    payable += sums.payable ?? 0;
  }
  if (last === null) return payable;
  const entries = settlementPostings(ledgerKey.currency, last.sums).flatMap((one) => one.entries);
  const settled = entries.filter(({ account }) => account === 'payable');
  return settled.reduce((sum, { amount }) => sum - amount, payable) + last.sums.after;
}
