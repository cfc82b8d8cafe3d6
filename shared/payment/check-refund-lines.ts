import { soldItem } from '../lines/line-item.ts';
import { leftOfRate, type NamedRate, unnamedRates } from '../lines/steps.ts';
import { add, ZERO } from '../money/money.ts';
import { isSameRate } from '../money/vat.ts';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from '../protocol/errors.ts';
import type { LineItem } from '../protocol/line-items.ts';
import { sumOf } from './amounts.ts';
import type { WantedLine } from './commands.ts';
import { type Payment, refundedLines, refundedRates } from './payment.ts';
import {
  isSameQuantity,
  isWithin,
  type LineRest,
  plainQuantity,
  type RefundLine,
  refundAmounts,
  restOf,
  totalRefunded,
} from './refund-lines.ts';

/** A fault names the line by its place in the request and by the sold line's name. */
type Fault = { readonly field: string; readonly message: string };

/**
 * Finds the sold lines that a refund names. Does not depend on earlier refunds, so that a repeat finds the same lines.
 * Refuses with `validation_error` and the place of the line in the request (D-250).
 */
export function findLines(
  payment: Payment,
  wanted: readonly WantedLine[],
): Answer<readonly RefundLine[]> {
  const items = payment.lineItems ?? [];
  if (items.length === 0) {
    return faulty([{ field: 'line_items', message: 'this payment has no lines; leave them out' }]);
  }
  const lines: RefundLine[] = [];
  const faults: Fault[] = [];
  for (const [at, one] of wanted.entries()) {
    const found = find(items, one);
    if (typeof found === 'string') {
      const name = one.index === null ? 'product_id' : 'index';
      faults.push({ field: `line_items.${at}.${name}`, message: found });
    } else if (lines.some(({ index }) => index === found)) {
      const message = 'is the same line again; name each line once';
      faults.push({ field: `line_items.${at}.product_id`, message });
    } else {
      const { quantity, total } = one;
      lines.push({ index: found, quantity: plainQuantity(quantity), total });
    }
  }
  return faults.length === 0 ? answer(lines) : faulty(faults);
}

/** The place of the sold line, or why there is none. */
function find(items: readonly LineItem[], { product, index }: WantedLine): number | string {
  const places = items.flatMap((item, place) => (item.product_id === product ? [place] : []));
  if (index !== null) {
    return places.includes(index) ? index : `is not the place of a sold line of "${product}"`;
  }
  const [only, ...more] = places;
  if (only === undefined) return `"${product}" is not a line of this payment`;
  if (more.length > 0) return `is that of several lines; add index (${places.join(', ')})`;
  return only;
}

/**
 * Checks the lines of a new refund: no more than was sold and not yet refunded, and the totals of the rule, which add
 * up to the refund's amount (D-250). Refuses with `validation_error` and the line, or with `Conflict` where it is not
 * known which lines were captured.
 */
export function checkLines(
  payment: Payment,
  lines: readonly RefundLine[],
  amount: number,
): Answer<null> {
  if (!isWhole(payment)) {
    return refuse(
      'Conflict',
      'Only a part of this payment was captured, and it is not known which lines. Refund an amount without lines.',
    );
  }
  if (refundedRates(payment).length > 0) {
    return refuse(
      'Conflict',
      'Products of the bill that this payment paid a share of were refunded, so its lines cannot be. Refund an amount without lines.',
    );
  }
  const before = refundedLines(payment);
  const rests = restOf(payment.lineItems ?? [], before);
  const faults = lines.flatMap((line, at) => faultOf(line, `line_items.${at}`));
  if (faults.length > 0) return faulty(faults);
  if (totalRefunded(lines) === amount) return answer(null);
  const message = 'the totals of the lines must add up to amount';
  return faulty([{ field: 'line_items', message }]);

  function faultOf({ index, quantity, total }: RefundLine, field: string): readonly Fault[] {
    const rest = rests[index];
    if (rest === undefined) return [];
    const name = rest.item.description ?? rest.item.product_id;
    if (isSameQuantity(rest.quantity, '0')) {
      const message = `all of "${name}" (line ${index}) is refunded already`;
      return [{ field: `${field}.quantity`, message }];
    }
    if (!isWithin(quantity, rest.quantity)) {
      const message = `must be more than 0 and at most ${rest.quantity}: no more of "${name}" (line ${index}) is left to refund`;
      return [{ field: `${field}.quantity`, message }];
    }
    const right = refundAmounts(rest.item, index, quantity, before);
    if (right.total === total) return [];
    const message = `must be ${right.total} for ${quantity} of "${name}" (line ${index})`;
    return [{ field: `${field}.total`, message }];
  }
}

/**
 * Checks the rates of a new refund (D-572): each is a rate of the payment's lines and named once, with no more than what
 * earlier refunds have not named of it, and together they are the refund's amount. Refuses like {@link checkLines}.
 */
export function checkRates(
  payment: Payment,
  rates: readonly NamedRate[],
  lines: readonly RefundLine[],
  amount: number,
): Answer<null> {
  if (lines.length > 0) return faulty([{ field: 'rates', message: 'cannot come with line_items' }]);
  if (!isWhole(payment)) {
    return refuse(
      'Conflict',
      'Only a part of this payment was captured, so its rates can change. Refund an amount without rates.',
    );
  }
  const left = unnamedRates((payment.lineItems ?? []).map(soldItem), payment.refunds);
  const faults = rates.flatMap(({ vatRate, total }, at): readonly Fault[] => {
    const isIt = (one: NamedRate) => isSameRate(one.vatRate, vatRate);
    if (rates.findIndex(isIt) < at) {
      return [{ field: `rates.${at}.vat_rate`, message: 'is the same rate again' }];
    }
    const most = leftOfRate(left, vatRate);
    if (isPartOf(total, most)) return [];
    return [
      { field: `rates.${at}.total`, message: `must be at most ${most}, which is left of it` },
    ];
  });
  if (faults.length > 0) return faulty(faults);
  if (add(ZERO, ...rates.map(({ total }) => total)) === amount) return answer(null);
  return faulty([{ field: 'rates', message: 'the totals of the rates must add up to amount' }]);
}

/** True if `total` is between nothing and `most`, which is negative for a rate of returned deposits. */
export const isPartOf = (total: number, most: number) =>
  most < 0 ? total <= 0 && total >= most : total >= 0 && total <= most;

/** True if all that was asked for was captured. Of a part it is not known which lines it is. */
const isWhole = ({ captures, request }: Payment) => sumOf(captures).amount === request.amount;

/** The sold lines of which something can still be refunded; none if the payment cannot be refunded by line. */
export function returnableLines(payment: Payment): readonly LineRest[] {
  const isByLine = isWhole(payment) && refundedRates(payment).length === 0;
  const rests = isByLine ? restOf(payment.lineItems ?? [], refundedLines(payment)) : [];
  return rests.filter(({ quantity }) => !isSameQuantity(quantity, '0'));
}

/** True when two refunds name the same amounts of the same rates, in any order. */
export function isSameRates(
  one: readonly NamedRate[] = [],
  other: readonly NamedRate[] = [],
): boolean {
  const isIn = ({ vatRate, total }: NamedRate) =>
    other.some((named) => isSameRate(named.vatRate, vatRate) && named.total === total);
  return one.length === other.length && one.every(isIn);
}

/** True when two refunds return the same of the same lines, in any order. */
export function isSameLines(one: readonly RefundLine[], other: readonly RefundLine[]): boolean {
  return (
    one.length === other.length &&
    one.every((line) =>
      other.some(
        ({ index, quantity, total }) =>
          index === line.index && total === line.total && isSameQuantity(quantity, line.quantity),
      ),
    )
  );
}

function faulty(faults: readonly Fault[]): Answer<never> {
  const details = Object.fromEntries(faults.map(({ field, message }) => [field, [message]]));
  return refuse('validation_error', VALIDATION_SENTENCE, details);
}
