/** A pseudo-random source that gives the same values for the same seed on every machine. */
export interface Prng {
  /** 0 up to but not including 1. */
  next(): number;
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  bytes(length: number): Uint8Array;
  /**
   * A separate source for one part of the world, so that a change of one part does not change another.
   */
  fork(name: string): Prng;
}

/**
 * A 32-bit generator (xorshift with a Weyl sequence). It is short, and its quality is sufficient for a
 * simulation.
 */
export function createPrng(seed: number): Prng {
  let state = mix(seed ^ 0x9e3779b9) || 1;
  let weyl = mix(seed);

  function word(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    weyl = (weyl + 0x9e3779b9) | 0;
    return mix(state + weyl);
  }

  const next = () => word() / 2 ** 32;
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => {
      const chosen = list[Math.floor(next() * list.length)];
      if (chosen === undefined) throw new Error('nothing to pick from');
      return chosen;
    },
    bytes: (length) => {
      const bytes = new Uint8Array(length);
      for (let at = 0; at < length; at += 1) bytes[at] = word() & 0xff;
      return bytes;
    },
    fork: (name) => createPrng(mix(hashOf(name) ^ mix(seed + 0x51ed270b))),
  };
}

function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

/** A 32-bit number computed from a text. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
