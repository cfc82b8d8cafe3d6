import { ownTurn } from '../../shared/node/own-turn.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { LedgerRange, LinesByKind } from '../store/ledger-store.ts';
import type { Store } from '../store/store.ts';

export type LineSummary = {
  /** How many lines a range has, by log and kind: `transaction.capture`, `scope.ok`. */
  readonly counts: ReadonlyMap<string, number>;
  /** Captures less refunds, fees and taxes on them; minor units. */
  readonly sums: Readonly<
    Record<'gross' | 'fee' | 'interchange' | 'vat' | 'scopeFee' | 'scopeVat', number>
  >;
};

/**
 * Counts and adds up the lines of a range of the ledger, one part at a time, so that other requests run
 * in between.
 */
export async function summaryOfLines(
  { ledger }: Pick<Store, 'ledger'>,
  range: LedgerRange,
): Promise<LineSummary> {
  const counts = new Map<string, number>();
  const sums = { gross: 0, fee: 0, interchange: 0, vat: 0, scopeFee: 0, scopeVat: 0 };
  const count = (kinds: LinesByKind['transaction'] | LinesByKind['scope'], log: string) => {
    for (const [kind, lines] of kinds) {
      const name = `${log}.${kind}`;
      counts.set(name, (counts.get(name) ?? 0) + lines.count);
    }
  };
  for (let from = range.from; from < range.to; from += LIMITS.ledgerSpan) {
    const to = Math.min(range.to, from + LIMITS.ledgerSpan);
    const { transaction, scope } = await ledger.linesByKind({ ...range, from, to });
    count(transaction, 'transaction');
    count(scope, 'scope');
    for (const lines of transaction.values()) {
      sums.gross += lines.gross;
      sums.fee += lines.fee;
      sums.interchange += lines.interchange;
      sums.vat += lines.vat;
    }
    for (const lines of scope.values()) {
      sums.scopeFee += lines.fee;
      sums.scopeVat += lines.vat;
    }
    await ownTurn();
  }
  return { counts, sums };
}
