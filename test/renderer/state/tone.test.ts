import { describe, expect, it } from 'vitest';
import { TONES, toneOf } from '../../../renderer/state/tone.ts';
import { NOW, STATES, sale } from '../../screens/cashier/sales.ts';

describe('the tone of a sale', () => {
  it('is one of the defined tones in every state', () => {
    const tones = Object.values(STATES).flatMap((one) => one.sales.map(toneOf));
    expect(tones.every((tone) => TONES.includes(tone))).toBe(true);
    expect(new Set(tones)).toEqual(
      new Set(TONES.filter((tone) => !['idle', 'offline', 'part'].includes(tone))),
    );
  });

  it('stays the same during a cancellation', () => {
    const unseen = sale({ kind: 'aborting' });
    const seen = sale({ kind: 'aborting' }, { log: [{ at: NOW, key: 'scanned' }] });
    expect([toneOf(unseen), toneOf(seen)]).toEqual(['waiting', 'phone']);
  });
});
