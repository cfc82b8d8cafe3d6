import type { Storage } from '../preferences.ts';

/** The browser's storage, or null where a policy forbids even to look at it. */
export function webStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
