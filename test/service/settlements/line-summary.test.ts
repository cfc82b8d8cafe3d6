import fc from 'fast-check';
import { expect, it } from 'vitest';
import { summaryOfLines } from '../../../service/settlements/line-summary.ts';
import { money } from '../../../shared/money/money.ts';
import { DEFAULT_AGREEMENT } from '../../../shared/protocol/agreement.ts';
import { MERCHANT } from '../../support/payments.ts';
import { STORES } from '../../support/stores.ts';
import { startBooks } from './world.ts';

const BOOK = { merchantId: MERCHANT.id, currency: 'NOK' };

const lives = fc.array(
  fc.constantFrom('capture', 'part', 'release', 'renew', 'refund', 'permission', 'euros'),
  { minLength: 1, maxLength: 8 },
);

it.each(STORES)(
  'the summary of lines is what the logs of the payments add up to, on %s',
  async (kind) => {
    const property = fc.asyncProperty(lives, fc.nat(20), async (acts, cut) => {
      const currencies = [...DEFAULT_AGREEMENT.currencies, 'EUR'];
      const books = await startBooks({ scopeFee: money(9), currencies }, 4, kind);
      try {
        const tids: string[] = [];
        let permissions = 0;
        for (const act of acts) {
          if (act === 'permission') {
            await books.permission(200);
            permissions += 1;
            continue;
          }
          const tid = await books.authorised({
            amount: 10_000,
            currency: act === 'euros' ? 'EUR' : 'NOK',
          });
          const part = { amount: money(4_000), additional_amount: money(0), currency: 'NOK' };
          const done = async (input: object) =>
            expect((await books.update(tid, { ...input })).ok).toBe(true);
          if (act === 'renew') await done({ action: 'reauth' });
          if (act === 'release') await done({ action: 'release' });
          if (act === 'part') await done({ action: 'capture', capture_id: 'c1', ...part });
          if (act === 'capture' || act === 'refund') await done({ action: 'capture' });
          if (act === 'refund') await done({ action: 'refund', refund_id: 'r1', ...part });
          if (act !== 'euros') tids.push(tid);
        }
        const { store } = books;
        const all = await Promise.all(tids.map((tid) => store.ledger.linesOf(MERCHANT.id, tid)));
        const lines = all.flat();
        const expected: Record<string, number> =
          permissions === 0 ? {} : { 'scope.ok': permissions };
        const sums = { gross: 0, fee: 0, interchange: 0, vat: 0, scopeFee: 200 * permissions };
        for (const { action, money: moved } of lines) {
          expected[`transaction.${action}`] = (expected[`transaction.${action}`] ?? 0) + 1;
          sums.gross += moved?.gross ?? 0;
          sums.fee += moved?.fee ?? 0;
          sums.interchange += moved?.interchange ?? 0;
          sums.vat += moved?.vat ?? 0;
        }
        const to = await store.ledger.cutAt(BOOK, 0, books.clock.now() + 1);
        const whole = await summaryOfLines(store, { ...BOOK, from: 0, to });
        expect(Object.fromEntries(whole.counts)).toEqual(expected);
        expect(whole.sums).toMatchObject(sums);
        // Two reports that follow each other have each line once.
        const at = Math.min(cut, to);
        const [before, after] = await Promise.all([
          summaryOfLines(store, { ...BOOK, from: 0, to: at }),
          summaryOfLines(store, { ...BOOK, from: at, to }),
        ]);
        expect(before.sums.gross + after.sums.gross).toBe(whole.sums.gross);
        for (const [name, count] of whole.counts) {
          expect((before.counts.get(name) ?? 0) + (after.counts.get(name) ?? 0)).toBe(count);
        }
      } finally {
        await books.stop();
      }
    });
    await fc.assert(property, { numRuns: 5 });
  },
);
