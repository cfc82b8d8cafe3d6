import { describe, expect, it } from 'vitest';
import { cueFor, reminder } from '../../../renderer/state/cues.ts';
import { createPreferences } from '../../../renderer/state/preferences.ts';
import { blocked, currentSale, isLive, openAside } from '../../../renderer/state/sales.ts';
import { TONES, toneOf } from '../../../renderer/state/tone.ts';
import { BUSY_MORNING } from '../cashier/busy-morning.ts';
import { NOW, STATES, sale, view } from '../cashier/sales.ts';

describe('which sale is on the screen', () => {
  it('is the oldest that is not aside, so that found sales are dealt with in turn', () => {
    const found = view([
      sale({ kind: 'creating' }, { id: 'b', number: 8 }),
      sale({ kind: 'paid', at: NOW }, { id: 'a', number: 7 }),
      sale({ kind: 'creating' }, { id: 'c', number: 1, aside: true }),
    ]);
    expect(currentSale(found)?.id).toBe('a');
    expect(isLive(currentSale(found))).toBe(false);
    expect(currentSale(BUSY_MORNING)).toBe(null);
    expect(openAside(BUSY_MORNING).map((one) => one.number)).toEqual([186]);
  });

  it('says why no payment can be asked for', () => {
    const offline = view([], { connection: { kind: 'offline', since: NOW } });
    expect(blocked(view([]), true)).toBe(null);
    expect(blocked(offline, true)).toBe('offline');
    expect(blocked({ ...offline, notReady: 'journal_full' }, true)).toBe('journal_full');
    expect(blocked(offline, false)).toBe('link');
  });
});

describe('the look of a sale', () => {
  it('is one of the states of the grammar, whatever the sale is', () => {
    const shown = Object.values(STATES).flatMap((one) => one.sales.map(toneOf));
    expect(shown.every((tone) => TONES.includes(tone))).toBe(true);
    expect(new Set(shown)).toEqual(
      new Set(TONES.filter((tone) => tone !== 'idle' && tone !== 'offline')),
    );
  });

  it('keeps the colours it came from while it is being cancelled', () => {
    const unseen = sale({ kind: 'aborting' });
    const seen = sale({ kind: 'aborting' }, { log: [{ at: NOW, key: 'scanned' }] });
    expect([toneOf(unseen), toneOf(seen)]).toEqual(['waiting', 'phone']);
  });
});

describe('the sound of a change', () => {
  const waiting = sale({ kind: 'waiting_scan', uri: 'x', expires: NOW });

  it('is heard only for a change of the sale that was on the screen', () => {
    const paid = sale({ kind: 'paid', at: NOW });
    expect(cueFor(waiting, paid)).toBe('paid');
    expect(cueFor(waiting, sale({ kind: 'waiting_approval', expires: NOW }))).toBe('seen');
    expect(cueFor(waiting, sale({ kind: 'declined' }))).toBe('look');
    expect(cueFor(null, paid)).toBe(null);
    expect(cueFor(paid, paid)).toBe(null);
    expect(cueFor({ ...waiting, id: 'other' }, paid)).toBe(null);
  });

  it('calls again for reserved money once, and for an unclear sale until someone comes', () => {
    const reserved = sale({ kind: 'authorised', because: 'recovered', expires: NOW });
    const unclear = sale({ kind: 'unclear', known: [], asking: [], nextTry: NOW });
    expect(reminder(reserved.state)).toEqual({ after: 5_000, repeat: false });
    expect(reminder(unclear.state)).toEqual({ after: 20_000, repeat: true });
    expect(reminder(waiting.state)).toBe(null);
  });
});

describe('preferences', () => {
  it('are kept, and foreign values in the storage are ignored', () => {
    const kept = new Map([
      ['tillkit.theme', 'purple'],
      ['tillkit.language', 'nb'],
    ]);
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    const store = createPreferences(storage);
    expect(store.getState()).toEqual({ language: 'nb', theme: 'system', volume: 'low' });
    store.setState({ theme: 'dark', volume: 'off' });
    expect(createPreferences(storage).getState().theme).toBe('dark');
    expect(kept.get('tillkit.volume')).toBe('off');
  });

  it('work without a storage that works', () => {
    const broken = () => {
      throw new Error('forbidden');
    };
    const store = createPreferences({ getItem: broken, setItem: broken });
    store.setState({ theme: 'dark' });
    expect(store.getState().theme).toBe('dark');
  });
});
