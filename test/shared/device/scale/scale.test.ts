import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginWeighing,
  heardBy,
  type ScaleReading,
  takeable,
} from '../../../../shared/device/scale/reading.ts';
import { readDone, readTare, readWeight } from '../../../../shared/device/scale/sics-messages.ts';

/*
 * Sources of the answers:
 *
 * | answers | source |
 * |---|---|
 * | `S`, `SI`, `Z`, `T S` | examples of Mettler Toledo's reference manual of MT-SICS |
 * | `T A`, `TA A`, `Z A`, `TAC A`, `I`, `L`, `+`, `-`, `ES`, `ET`, `EL` | expectations of InstrumentKit's own tests (`test_mt_sics.py`), which do not name a balance or a page of the manual |
 * | `TA A`, `T S`, `Z A`, and that `TA` is of level 1 | driver and notes of PyLabRobot (`pylabrobot/scales/mettler_toledo`), which name the pages of the manual |
 *
 * Neither of them has the answer of a scale in which a tare ends by `Z`.
 */

describe('an answer of a scale', () => {
  it.each([
    ['S S     100.00 g', { kind: 'stable', grams: 100 }],
    ['S D     129.07 g', { kind: 'moving', grams: 129 }],
    ['S S      0.335 kg', { kind: 'stable', grams: 335 }],
    ['S S    -12.5 g', { kind: 'stable', grams: -12 }],
    ['S S     -0.2 g', { kind: 'stable', grams: 0 }],
    ['S S       1.00 lb', { kind: 'stable', grams: 454 }],
    ['S I', { kind: 'busy' }],
    ['S +', { kind: 'overload' }],
    ['S -', { kind: 'underload' }],
    ['ES', { kind: 'fault', why: 'unreadable' }],
    ['ET', { kind: 'fault', why: 'unreadable' }],
  ])('%s is read', (line, reading) => {
    expect(readWeight(`${line}\r`)).toEqual(reading);
  });

  it.each([
    '',
    'I4 A "B021002593"',
    'S',
    'S S',
    'S S 100',
    'S S 100 pcs',
    'S S 1,5 kg',
    'T S 5.0 g',
    'x S S 1 g',
  ])('%s is no weight', (line) => expect(readWeight(line)).toBeNull());

  it('says whether tare and zero were done', () => {
    expect(readDone('tare', 'T S    100.00 g')).toBe('done');
    expect(['T I', 'T +', 'T -', 'ES'].map((line) => readDone('tare', line))).toEqual(
      Array(4).fill('refused'),
    );
    expect(readDone('tare', 'T A 2.486 g')).toBe('done');
    expect(readDone('zero', 'Z A')).toBe('done');
    expect(readDone('zero', 'Z I')).toBe('refused');
    expect([readDone('zero', 'S S 1.0 g'), readDone('tare', 'Z A')]).toEqual([null, null]);
  });
});

it.each([
  ['TA A 2.486 g', 'set'],
  ['TA A      0.120 kg', 'set'],
  ['TA A 0.00000 g', 'none'],
  ['TA A -0.0 g', 'none'],
  ['TA I', 'unknown'],
  ['TA L', 'unknown'],
  ['ES', 'not_named'],
  ['EL', 'not_named'],
  ['TAC A', null],
  ['TA A', null],
  ['S S 2.486 g', null],
  ['T S 2.486 g', null],
])('the tare of a scale is read from %s: %s', (line, tare) => {
  expect(readTare(`${line}\r`)).toBe(tare);
});

const stable = (grams: number): ScaleReading => ({ kind: 'stable', grams });
const moving = (grams: number): ScaleReading => ({ kind: 'moving', grams });
const weighed = (before: number | null, ...readings: readonly ScaleReading[]) =>
  takeable(readings.reduce(heardBy, beginWeighing(before)));

describe('a weight', () => {
  it('is taken when it is stable and above zero', () => {
    expect(weighed(null, stable(335))).toBe(335);
    expect(weighed(null)).toBe('nothing');
    expect(weighed(null, moving(335))).toBe('moving');
    expect(weighed(null, stable(0))).toBe('nothing');
    expect(weighed(null, stable(-20))).toBe('nothing');
    expect(weighed(null, { kind: 'overload' })).toBe('too_heavy');
    expect(weighed(null, stable(335), { kind: 'fault', why: 'no_answer' })).toBe('nothing');
    expect(weighed(null, stable(1_000_000))).toBe('too_heavy');
    expect(weighed(null, { kind: 'stable', grams: 335, tare: 'set' })).toBe(335);
    expect(weighed(null, { kind: 'stable', grams: 335, tare: 'unknown' })).toBe('tare_unknown');
    // An empty pan says it too: it is the moment for the zero.
    expect(weighed(null, { kind: 'stable', grams: 0, tare: 'unknown' })).toBe('tare_unknown');
  });

  it('of the goods before is not taken again until the pan has moved', () => {
    expect(weighed(335, stable(335))).toBe('same_goods');
    expect(weighed(335, stable(336), { kind: 'busy' }, stable(335))).toBe('same_goods');
    expect(weighed(335, stable(0), stable(335))).toBe(335);
    expect(weighed(335, moving(100), stable(335))).toBe(335);
    expect(weighed(335, stable(480))).toBe(480);
  });

  it('is never one that moves, is not above zero, or lies there since before', () => {
    const reading = fc.oneof(
      fc.record({
        kind: fc.constantFrom('stable' as const, 'moving' as const),
        grams: fc.integer({ min: -50, max: 50 }),
      }),
      fc.record({ kind: fc.constantFrom('busy' as const, 'overload' as const) }),
      fc.constant({ kind: 'fault', why: 'no_answer' } as const),
    );
    const before = fc.option(fc.integer({ min: 1, max: 50 }), { nil: null });
    fc.assert(
      fc.property(before, fc.array(reading, { maxLength: 8 }), (last, readings) => {
        const units = weighed(last, ...readings);
        if (typeof units === 'string') return;
        expect(readings.at(-1)).toEqual(stable(units));
        expect(units).toBeGreaterThan(0);
        const stays = (one: ScaleReading) =>
          one.kind === 'busy' ||
          one.kind === 'fault' ||
          (one.kind === 'stable' && Math.abs(one.grams - (last ?? 0)) <= 2);
        expect(last !== null && readings.every(stays)).toBe(false);
      }),
    );
  });
});
