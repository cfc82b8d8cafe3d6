import { exponentOf } from '../../shared/money/currency.ts';
import { sumOf, total } from '../../shared/payment/amounts.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { receiptNumberOf } from '../../shared/terminal/engine/sale-ids.ts';

/** True if a payment matches the search. */
export type Matcher = (payment: Payment) => boolean;

/**
 * Parses a search text: a part of a reference, of the receipt number or of the text, a tid or its
 * beginning, or an amount in common notation (`125`, `125,00`, `1 250.50`).
 */
export function matcherOf(typed: string | null): Matcher | null {
  const text = (typed ?? '').trim().toLowerCase();
  if (text === '') return null;
  const amount = /^(\d[\d\s\u00a0\u202f]*)(?:[.,](\d{1,3}))?$/.exec(text);
  const whole = amount?.[1]?.replace(/\D/g, '') ?? null;
  const part = amount?.[2] ?? '';
  return (payment) => {
    if (whole !== null && whole.length < 13 && hasAmount(payment, whole, part)) return true;
    const { request } = payment;
    if (payment.tid.startsWith(text)) return true;
    const texts = [
      request.pos_tid,
      receiptNumberOf(request.pos_id, request.pos_tid),
      request.text,
      ...(payment.lineItems ?? request.line_items ?? []).map((item) => item.description),
    ];
    return texts.some((one) => one?.toLowerCase().includes(text) === true);
  };
}

/** Compares whole units and decimals in minor units, without fractions. */
function hasAmount(payment: Payment, whole: string, part: string): boolean {
  const exponent = exponentOf(payment.request.currency);
  if (part.length > exponent) return false;
  const minor = Number(whole + part.padEnd(exponent, '0'));
  const requestedAmount = payment.request.amount + payment.additionalAmount;
  const captured = total(sumOf(payment.captures));
  return [requestedAmount, captured, total(sumOf(payment.refunds))].includes(minor);
}
