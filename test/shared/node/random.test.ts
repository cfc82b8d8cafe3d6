import { expect, it } from 'vitest';
import { secureRandom } from '../../../shared/node/random.ts';

it('no two of 5000 random values are equal, and 10000 bytes contain every byte value', () => {
  const seen = new Set<string>();
  for (let draw = 0; draw < 5_000; draw += 1) {
    const bytes = secureRandom(19);
    expect(bytes).toHaveLength(19);
    seen.add(Buffer.from(bytes).toString('hex'));
  }
  expect(seen.size).toBe(5_000);
  expect(new Set(secureRandom(10_000)).size).toBe(256);
});

it('a caller that overwrites its bytes does not change those of another caller', () => {
  const first = secureRandom(8);
  const copy = Uint8Array.from(first);
  const second = secureRandom(8);
  second.fill(0);
  expect(first).toEqual(copy);
});
