import { describe, expect, it } from 'vitest';
import { cueFor, reminder } from '../../../renderer/state/cues.ts';
import { NOW, sale } from '../../screens/cashier/sales.ts';

describe('the sound of a change', () => {
  const waiting = sale({ kind: 'waiting_scan', uri: 'x', expires: NOW });

  it('is played only for a change of the current sale', () => {
    const paid = sale({ kind: 'paid', at: NOW });
    expect(cueFor(waiting, paid)).toBe('paid');
    expect(cueFor(waiting, sale({ kind: 'waiting_approval', expires: NOW }))).toBe('seen');
    expect(cueFor(waiting, sale({ kind: 'declined' }))).toBe('look');
    expect(cueFor(null, paid)).toBe(null);
    expect(cueFor(paid, paid)).toBe(null);
    expect(cueFor({ ...waiting, id: 'other' }, paid)).toBe(null);
  });

  it('is repeated once for reserved money, and regularly for an unclear sale', () => {
    const reserved = sale({ kind: 'authorised', because: 'recovered', expires: NOW });
    const unclear = sale({ kind: 'unclear', known: [], asking: [], nextTry: NOW });
    expect(reminder(reserved.state)).toEqual({ after: 5_000, repeat: false });
    expect(reminder(unclear.state)).toEqual({ after: 20_000, repeat: true });
    expect(reminder(waiting.state)).toBe(null);
  });
});
