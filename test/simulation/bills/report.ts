/** Prints what happened to the bills of a run: acts that took effect, then what was refused, repeated and lost. */
export function printBills(counts: ReadonlyMap<string, number>): void {
  const lines = (isMeant: (what: string) => boolean) =>
    [...counts]
      .filter(([what]) => isMeant(what))
      .sort(([, one], [, other]) => other - one)
      .map(([what, count]) => `${what} ${count}`)
      .join(', ');
  const isRefused = (what: string) => what.startsWith(REFUSED);
  console.log(`bills: ${lines((what) => !isRefused(what) && !what.startsWith(NO_REFUND))}`);
  console.log(`  ${lines(isRefused)}`);
  console.log(`  ${lines((what) => what.startsWith(NO_REFUND))}`);
}

const REFUSED = 'refused';
const NO_REFUND = 'no refund';
