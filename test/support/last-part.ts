/** Total and VAT of a tax rate. */
export type Rate = {
  readonly vatRate: string | null;
  readonly total: number;
  readonly vat: number;
};

/**
 * Faults in the rates of the payment that paid the rest of a bill, by its own arithmetic. The payment states what the
 * bill has and the earlier ones do not state. A rate of which they state all or more is not in it; where they state more,
 * the other rates cannot be those of the bill.
 */
export function faultsOfLastPart(
  bill: readonly Rate[],
  earlier: readonly Rate[],
  last: readonly Rate[],
): readonly string[] {
  const [left, said] = [new Map<string | null, Rate>(), new Map<string | null, Rate>()];
  for (const rate of bill) note(left, rate, 1);
  for (const rate of earlier) note(left, rate, -1);
  for (const rate of last) note(said, rate, 1);
  const isExact = [...left.values()].every(({ total }) => total >= 0);
  return [...new Set([...left.keys(), ...said.keys()])].flatMap((vatRate) => {
    const { total = 0, vat = 0 } = left.get(vatRate) ?? {};
    const own = said.get(vatRate) ?? { total: 0, vat: 0 };
    if (!isExact && total > 0) return [];
    const sum = Math.max(0, total);
    // A line of one unit has no VAT of two, which a change of lines can leave by rounding.
    const tax = Math.min(Math.max(0, vat), sum);
    const isRight = own.total === sum && own.vat === tax;
    return isRight
      ? []
      : [`the last part has ${own.total} (${own.vat}) and not ${sum} (${tax}) at ${vatRate}`];
  });
}

function note(of: Map<string | null, Rate>, { vatRate, total, vat }: Rate, sign: 1 | -1): void {
  const before = of.get(vatRate) ?? { total: 0, vat: 0 };
  of.set(vatRate, { vatRate, total: before.total + sign * total, vat: before.vat + sign * vat });
}
