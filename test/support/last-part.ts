/** Total and VAT of a tax rate. */
export type Rate = {
  readonly vatRate: string | null;
  readonly total: number;
  readonly vat: number;
};

/**
 * Faults in the rates of the payment that paid the rest of a bill, by its own arithmetic: it states exactly what the bill
 * has and the earlier ones do not state, and the difference where they state more.
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
  return [...new Set([...left.keys(), ...said.keys()])].flatMap((vatRate) => {
    const { total, vat } = left.get(vatRate) ?? { total: 0, vat: 0 };
    const own = said.get(vatRate) ?? { total: 0, vat: 0 };
    const isRight = own.total === total && own.vat === vat;
    return isRight
      ? []
      : [`the last part has ${own.total} (${own.vat}) and not ${total} (${vat}) at ${vatRate}`];
  });
}

function note(of: Map<string | null, Rate>, { vatRate, total, vat }: Rate, sign: 1 | -1): void {
  const before = of.get(vatRate) ?? { total: 0, vat: 0 };
  of.set(vatRate, { vatRate, total: before.total + sign * total, vat: before.vat + sign * vat });
}
