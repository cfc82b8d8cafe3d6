import { type MoneyInteger, subtract, toDecimalString } from '../../../shared/money/money.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { formatDateTime } from '../../../shared/time/date-time.ts';
import type { Settlement } from '../../store/ledger-store.ts';
import type { Command } from './command.ts';
import { noMerchant } from './problems.ts';

/** `show-settlements`: one line for each, in the order of their ids; amounts in major units. */
export const showSettlements: Command = {
  usage: 'show-settlements MERCHANT',
  summary: 'list settlements: id, from, to, currency, gross, fees, payout, carried on',
  words: ['MERCHANT'],
  options: [],
  async run(deps, { words: [merchant = ''] }) {
    const store = await deps.store();
    const missing = await noMerchant(store, merchant);
    if (missing !== null) return missing;
    const lines: string[] = [];
    for (let after = 0; ; ) {
      const page = await store.settlements.list(merchant, after, 100);
      for (const number of page) {
        const settlement = await store.settlements.read(merchant, number);
        if (settlement !== null) lines.push(lineOf(settlement));
      }
      const last = page.at(-1);
      if (last === undefined) return answer(lines);
      after = last;
    }
  },
};

function lineOf({ number, start, end, currency, sums }: Settlement): string {
  // The difference between gross and net: all fees, the tax on fees, and interchange.
  const fees = subtract(sums.gross, sums.net);
  const inMajor = (amount: MoneyInteger) => toDecimalString(amount, currency);
  const amounts = [sums.gross, fees, sums.payout, sums.after].map(inMajor);
  return [number, formatDateTime(start), formatDateTime(end), currency, ...amounts].join('\t');
}
