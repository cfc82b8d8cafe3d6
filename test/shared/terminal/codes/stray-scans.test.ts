import { describe, expect, it } from 'vitest';
import { createStrayScans } from '../../../../shared/terminal/codes/stray-scans.ts';
import { MINUTE } from '../../../../shared/time/clock.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { ok, silence } from '../../../support/model-service.ts';
import { drive, rest } from '../../../support/till.ts';
import { codesWorld, lastScans, type Scan } from './codes-world.ts';

/* Scans of this device’s link that did not arrive by push, or that belong to no code. */

describe('scans that belong to no code', () => {
  it('are shown newest first, each customer once, twenty at most, for a quarter of an hour', () => {
    const clock = createManualClock();
    const list = createStrayScans(clock);
    for (let number = 1; number <= 22; number += 1) list.add('', `token:${number}`);
    list.add('x', 'token:5');
    const tokens = () => list.list().map(({ token }) => token);
    expect(tokens()).toHaveLength(20);
    expect(tokens().slice(0, 3)).toEqual(['token:5', 'token:22', 'token:21']);
    expect(list.list()[0]).toEqual({ token: 'token:5', argstring: 'x', at: clock.now() });
    list.remove('token:22');
    expect(tokens().slice(0, 2)).toEqual(['token:5', 'token:21']);
    clock.advance(15 * MINUTE - 1);
    expect(tokens()).toHaveLength(19);
    clock.advance(1);
    expect(tokens()).toEqual([]);
  });
});

describe('the last scan of the link', () => {
  const restored = (scanned: Scan | null) => () => ok(200, scanned);

  it('is read while a code waits for a scan, and not before or after', async () => {
    const { asked, replies, calls } = lastScans(restored(null));
    const { clock, shown, codes } = codesWorld({ calls });
    clock.advance(10_000);
    await rest();
    expect(asked).toEqual([]);
    const id = await shown();
    const from = clock.now();
    for (let second = 0; second < 3; second += 1) {
      clock.advance(1_000);
      await rest();
    }
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(asked[0]).toEqual(['abcde', 86_400]);
    expect(clock.now() - from).toBe(3_000);
    replies(restored({ id: 'token:found', argstring: id }));
    await drive(clock, () => codes()[0] === `${id} scanned`, 5_000);
    const { length } = asked;
    clock.advance(10_000);
    await rest();
    expect(asked).toHaveLength(length);
  });

  it('is read less often while push is connected', async () => {
    const { asked, calls } = lastScans(restored(null));
    const { clock, hand, shown } = codesWorld({ calls });
    await shown();
    hand.link(true);
    for (let second = 0; second < 12; second += 1) {
      clock.advance(1_000);
      await rest();
    }
    expect(asked.length).toBeLessThanOrEqual(5);
    expect(asked.length).toBeGreaterThanOrEqual(4);
  });

  it('has no effect if it is the scan of another code', async () => {
    const { asked, calls } = lastScans(restored({ id: 'token:other', argstring: 'elsewhere' }));
    const { clock, shown, codes, strays } = codesWorld({ calls });
    const id = await shown();
    await drive(clock, () => asked.length >= 2, 5_000);
    expect([codes(), strays()]).toEqual([[`${id} shown`], []]);
  });

  it('is read again after no answer and after an exception of the client', async () => {
    const { asked, replies, calls } = lastScans(() => {
      throw new Error('broken');
    });
    const { clock, service, started, customers } = codesWorld({ calls });
    const sale = await started();
    await drive(clock, () => asked.length >= 2, 5_000);
    replies(() => silence());
    await drive(clock, () => asked.length >= 4, 5_000);
    replies(restored({ id: 'token:found', argstring: sale }));
    await drive(clock, () => service.payments().length === 1, 5_000);
    expect(customers()).toEqual(['token:found']);
  });

  it('is not read by a till without a link or by a stopped till', async () => {
    const { asked, calls } = lastScans(restored(null));
    const { clock, again } = codesWorld({ calls, settings: {} });
    clock.advance(10_000);
    await rest();
    const { till, shown } = await again({ calls });
    await shown();
    await till.stop();
    clock.advance(10_000);
    await rest();
    expect(asked).toEqual([]);
  });
});
