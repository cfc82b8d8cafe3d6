import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createLineReader,
  parseWord,
  vendLine,
} from '../../../../main/host/vending/line-protocol.ts';
import { money } from '../../../../shared/money/money.ts';

describe('the messages of a vending controller', () => {
  it.each([
    ['HELLO 1 slots', { kind: 'hello', version: 1 }],
    ['PONG', { kind: 'pong' }],
    ['TAKEN a-v', { kind: 'taken', vend: 'a-v' }],
    ['OK a-v', { kind: 'answer', vend: 'a-v', answer: { kind: 'ok', amount: null } }],
    ['OK a-v 3200', { kind: 'answer', vend: 'a-v', answer: { kind: 'ok', amount: 3200 } }],
    [
      'PART a-v 1500 one of two',
      { kind: 'answer', vend: 'a-v', answer: { kind: 'partial', amount: 1500, why: 'one of two' } },
    ],
    ['FAIL a-v jammed', { kind: 'answer', vend: 'a-v', answer: { kind: 'failed', why: 'jammed' } }],
    ['UNKNOWN a-v', { kind: 'answer', vend: 'a-v', answer: { kind: 'unknown', why: '' } }],
    ['BUSY a-v', { kind: 'answer', vend: 'a-v', answer: { kind: 'busy' } }],
  ])('include %s', (line, word) => {
    expect(parseWord(line)).toEqual(word);
  });

  it.each([
    'OK',
    'OK a b',
    'OK a 3.2',
    'OK a -1',
    'OK a 1 2',
    'PART a',
    'PART a much',
    'OK a/b 1',
    'HELLO x',
    'ok a',
    'VEND a b 1 NOK',
    'PONG a',
    `OK ${'a'.repeat(65)}`,
    'OK a 9999999999999',
  ])('do not include “%s”', (line) => {
    expect(parseWord(line)).toBeNull();
  });

  it('the parser does not throw for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        parseWord(text);
        createLineReader()(Buffer.from(text));
      }),
    );
  });

  it('lines are complete for every split of the bytes, and an overlong line is refused', () => {
    const bytes = Buffer.from('OK a 1\r\nFAIL b é\n');
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const read = createLineReader();
      const lines = [...(read(bytes.subarray(0, cut)) ?? []), ...(read(bytes.subarray(cut)) ?? [])];
      expect(lines).toEqual(['OK a 1', 'FAIL b é']);
    }
    expect(createLineReader()(Buffer.alloc(600, 65))).toBeNull();
  });

  it('an order contains its id, its item, its maximum price and the currency', () => {
    const order = { vend: '1-a-v', item: 'slot-14', most: money(10_000), currency: 'NOK' };
    expect(vendLine(order)).toBe('VEND 1-a-v slot-14 10000 NOK');
  });
});
