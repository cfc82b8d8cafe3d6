import { MONEY_MAX, money } from '../../../shared/money/money.ts';
import type { VendAnswer, VendOrder } from '../../../shared/terminal/sale/machine-port.ts';

/**
 * The messages between a till and a vending controller: one line of text each, ended by a line feed
 * (docs/guides/vending.md). Pure; an unknown message is null and ends the connection.
 */
export const PROTOCOL_VERSION = 1;
/** Bytes of a line without its end. */
export const LINE_MAX = 512;

const ID = /^[A-Za-z0-9_.-]{1,64}$/;
const WHY_MAX = 200;

/** A message of a controller. */
export type ControllerWord =
  | { readonly kind: 'hello'; readonly version: number }
  | { readonly kind: 'pong' }
  /** The controller accepted the order and carries it out. */
  | { readonly kind: 'taken'; readonly vend: string }
  | { readonly kind: 'answer'; readonly vend: string; readonly answer: VendAnswer };

export function helloLine(): string {
  return `HELLO ${PROTOCOL_VERSION} tillkit`;
}

export function vendLine({ vend, item, most, currency }: VendOrder): string {
  return `VEND ${vend} ${item} ${most} ${currency}`;
}

export function askLine(vend: string): string {
  return `ASK ${vend}`;
}

/** Reads one line of a controller; null for an unknown message. */
export function parseWord(line: string): ControllerWord | null {
  const [word = '', second = '', third = '', ...more] = line.split(' ');
  if (word === 'PONG') return line === 'PONG' ? { kind: 'pong' } : null;
  if (word === 'HELLO') {
    const version = wholeNumber(second);
    return version === null ? null : { kind: 'hello', version };
  }
  if (!ID.test(second)) return null;
  if (word === 'TAKEN') return { kind: 'taken', vend: second };
  const answer = answerOf(word, third, [third, ...more].join(' ').trim());
  return answer === null ? null : { kind: 'answer', vend: second, answer };
}

function answerOf(word: string, price: string, rest: string): VendAnswer | null {
  const why = clean(rest);
  switch (word) {
    case 'OK': {
      if (rest === '') return { kind: 'ok', amount: null };
      const amount = wholeNumber(price);
      return amount === null || rest !== price ? null : { kind: 'ok', amount: money(amount) };
    }
    case 'PART': {
      const amount = wholeNumber(price);
      const reason = clean(rest.slice(price.length));
      return amount === null ? null : { kind: 'partial', amount: money(amount), why: reason };
    }
    case 'FAIL':
      return { kind: 'failed', why };
    case 'UNKNOWN':
      return { kind: 'unknown', why };
    case 'BUSY':
      return { kind: 'busy' };
    default:
      return null;
  }
}

function wholeNumber(text: string): number | null {
  if (!/^\d{1,12}$/.test(text)) return null;
  const value = Number(text);
  return value <= MONEY_MAX ? value : null;
}

/** Cleans a reason for display: unprintable characters are removed. */
function clean(text: string): string {
  return text.replaceAll(/\p{C}/gu, '').trim().slice(0, WHY_MAX);
}

/** Splits bytes into lines. Null once a line is too long. */
export function createLineReader(): (bytes: Buffer) => readonly string[] | null {
  let rest = '';
  const decoder = new TextDecoder();
  return (bytes) => {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    const tooLong = [...lines, rest].some((line) => Buffer.byteLength(line) > LINE_MAX);
    if (tooLong) return null;
    return lines.map((line) => line.replace(/\r$/, '')).filter((line) => line !== '');
  };
}
