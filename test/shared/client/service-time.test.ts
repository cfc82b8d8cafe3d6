import { describe, expect, it } from 'vitest';
import { createMerchantClient, createServiceTime } from '../../../shared/client/index.ts';
import { generateRsaKeyPair } from '../../../shared/node/key-pair.ts';
import { headerNames } from '../../../shared/protocol/headers.ts';
import { SVC_PROFILE } from '../../../shared/protocol/media.ts';
import { HOUR, type Instant, MINUTE, SECOND } from '../../../shared/time/clock.ts';
import { parseDateTime } from '../../../shared/time/date-time.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/*
 * A service that checks the time of a signature as a real one does, and a client whose clock is wrong. The
 * service's time passes as the client's ticks do, whatever the client's clock is set to.
 */
const { timestamp: TIMESTAMP } = headerNames(SVC_PROFILE.headerPrefix);

async function world(wrongBy: number, dated: 'dated' | 'undated' = 'dated') {
  const clock = createManualClock();
  const start = clock.now();
  clock.set(wrongBy);
  let set = wrongBy;
  const service = (): Instant => clock.now() - set;
  const answers: number[] = [];
  let beforeReply = () => {};
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const headers = new Headers(init?.headers);
    const signed = parseDateTime(headers.get(TIMESTAMP) ?? '') ?? 0;
    const status = Math.abs(service() - signed) > 5 * MINUTE ? 401 : 200;
    answers.push(status);
    beforeReply();
    beforeReply = () => {};
    const date: Record<string, string> =
      dated === 'dated' ? { date: new Date(service()).toUTCString() } : {};
    return new Response(
      JSON.stringify({ id: 'till1', name: 'Kasse 1', type: 'till', location: null }),
      {
        status,
        headers: date,
      },
    );
  };
  const { privateKey } = await generateRsaKeyPair();
  const client = createMerchantClient({
    ...{ baseUrl: 'http://service.test/merchant/v1', merchantId: 'm1abcd', userId: 'pos' },
    credentials: { kind: 'key', privateKey },
    ...{ fetch, clock },
  });
  return {
    ...{ clock, client, answers, start },
    onNextReply: (run: () => void) => {
      beforeReply = run;
    },
    set(by: number) {
      set += by;
      clock.set(by);
    },
  };
}

describe('a client that signs on a machine with a wrong clock', () => {
  it.each([10 * MINUTE, 5 * HOUR, -26 * HOUR, -20_000 * HOUR])(
    'of %d ms learns the time from the refusal and is let in at once',
    async (wrongBy) => {
      const { client, answers } = await world(wrongBy);
      expect((await client.posRead('till1')).ok).toBe(true);
      expect((await client.posRead('till1')).ok).toBe(true);
      expect(answers).toEqual([401, 200, 200]);
    },
  );

  it('goes on when the clock is corrected, set again and set back', async () => {
    const { client, answers, set, clock } = await world(3 * HOUR);
    for (const by of [0, -3 * HOUR, 40 * HOUR, -80 * HOUR]) {
      set(by);
      clock.advance(MINUTE);
      expect((await client.posRead('till1')).ok).toBe(true);
    }
    expect(answers).toEqual([401, 200, 200, 200, 200]);
  });

  it('learns again when the machine has slept, because its ticks have stood still', async () => {
    const { client, answers, set, clock } = await world(HOUR);
    expect((await client.posRead('till1')).ok).toBe(true);
    // The service's time goes on by two hours, and this machine notices nothing of it.
    set(-2 * HOUR);
    clock.set(2 * HOUR);
    expect((await client.posRead('till1')).ok).toBe(true);
    expect(answers).toEqual([401, 200, 401, 200]);
  });

  it('signs again when the clock was corrected while the request was on its way', async () => {
    const { client, answers, set, onNextReply } = await world(3 * HOUR);
    onNextReply(() => set(-3 * HOUR));
    expect((await client.posRead('till1')).ok).toBe(true);
    expect(answers).toEqual([401, 200]);
  });

  it('repeats nothing when the refusal shows no other time', async () => {
    const undated = await world(HOUR, 'undated');
    expect((await undated.client.posRead('till1')).ok).toBe(false);
    expect(undated.answers).toEqual([401]);
  });

  it('signs with its own clock while that is right to the half minute', async () => {
    const { client, answers } = await world(20 * SECOND);
    expect((await client.posRead('till1')).ok).toBe(true);
    expect(answers).toEqual([200]);
  });
});

describe('a time that the service states', () => {
  it.each([-26 * HOUR, 0, 5 * HOUR])(
    'is shown at the same moment by the machine’s own clock, which is wrong by %i ms',
    (wrongBy) => {
      const clock = createManualClock();
      const service = clock.now();
      clock.set(wrongBy);
      const time = createServiceTime(clock);
      time.note({ get: () => new Date(service).toUTCString() });
      const left = time.onMachine(service + HOUR) - clock.now();
      expect(Math.abs(left - HOUR)).toBeLessThanOrEqual(SECOND / 2);
      clock.set(-wrongBy);
      expect(Math.abs(time.wrongBy())).toBeLessThanOrEqual(SECOND / 2);
    },
  );
});
