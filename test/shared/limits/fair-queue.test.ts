import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../../shared/limits/fair-queue.ts';

function filled(names: string, max = 100, shareMax = 100): FairQueue<string> {
  const queue = new FairQueue<string>(max, shareMax);
  const counts = new Map<string, number>();
  for (const name of names) {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    queue.push(name, `${name}${count}`);
  }
  return queue;
}

describe('a fair queue', () => {
  it('takes one item of each name in turn, and the items of a name in order', () => {
    const queue = filled('aaaabbc');
    expect(queue.take(5)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
    expect(queue.take(5)).toEqual(['a3', 'a4']);
    expect([queue.take(5), queue.size]).toEqual([[], 0]);
  });

  it('continues the turns from one take to the next', () => {
    const queue = filled('aaabbb');
    expect(Array.from({ length: 7 }, () => queue.shift())).toEqual([
      'a1',
      'b1',
      'a2',
      'b2',
      'a3',
      'b3',
      undefined,
    ]);
  });

  it('refuses items of a name whose share is full, and all items when the queue is full', () => {
    const queue = filled('aaaaa', 4, 3);
    expect([queue.size, queue.push('b', 'b1'), queue.push('c', 'c1')]).toEqual([3, true, false]);
    expect(queue.take(1)).toEqual(['a1']);
    expect([queue.push('a', 'a6'), queue.push('a', 'a7')]).toEqual([true, false]);
  });

  it('keeps all items of a name in order over many pushes and takes', () => {
    const queue = new FairQueue<number>(10_000, 10_000);
    const taken: number[] = [];
    for (let round = 0; round < 3_000; round += 1) {
      queue.push('one', 2 * round);
      queue.push('one', 2 * round + 1);
      taken.push(...queue.take(round % 3));
      if (round % 7 === 0) queue.push('other', -1);
    }
    while (queue.size > 0) taken.push(...queue.take(100));
    const own = taken.filter((item) => item >= 0);
    expect(own).toEqual(Array.from({ length: 6_000 }, (_, index) => index));
  });
});
