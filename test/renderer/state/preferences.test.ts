import { describe, expect, it } from 'vitest';
import { createPreferences } from '../../../renderer/state/preferences.ts';

describe('preferences', () => {
  it('are stored; unknown values in the storage are ignored', () => {
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

  it('work if the storage throws', () => {
    const broken = () => {
      throw new Error('forbidden');
    };
    const store = createPreferences({ getItem: broken, setItem: broken });
    store.setState({ theme: 'dark' });
    expect(store.getState().theme).toBe('dark');
  });
});
