import { afterEach, describe, expect, it } from 'vitest';
import { createServiceTime } from '../../../../shared/client/index.ts';
import { createConnection } from '../../../../shared/terminal/engine/connection.ts';
import { startProbe } from '../../../../shared/terminal/engine/journal-queue.ts';
import { channelName, settingsOf } from '../../../../shared/terminal/sale/settings.ts';
import { HOUR } from '../../../../shared/time/clock.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { ok, refused, silence } from '../../../support/model-service.ts';
import { rest, SETUP } from '../../../support/till.ts';

/* Whether the service can be reached: the last calls show it, and a probe checks it while there are no
   calls. */

function tracker() {
  let changes = 0;
  const connection = createConnection(() => {
    changes += 1;
  });
  return { ...connection, changes: () => changes };
}

describe('the connection to the service', () => {
  it('is offline after two unanswered calls in a row, since the first of them', () => {
    const way = tracker();
    expect(way.view()).toEqual({ kind: 'online', push: false });
    way.onCall(false, 100);
    expect([way.view().kind, way.changes()]).toEqual(['online', 0]);
    way.onCall(false, 200);
    expect(way.view()).toEqual({ kind: 'offline', since: 100 });
    way.onCall(false, 300);
    expect(way.view()).toEqual({ kind: 'offline', since: 100 });
    expect(way.changes()).toBe(1);
    way.onCall(true, 400);
    expect(way.view()).toEqual({ kind: 'online', push: false });
    expect(way.changes()).toBe(2);
    way.onCall(true, 450);
    way.onCall(false, 500);
    way.onCall(false, 600);
    expect(way.view()).toEqual({ kind: 'offline', since: 500 });
  });

  it('ignores a call that does not show whether the service is reachable', () => {
    const way = tracker();
    way.onCall(false, 100);
    way.onCall(null, 200);
    way.onCall(null, 300);
    expect(way.view().kind).toBe('online');
    way.onCall(false, 400);
    way.onCall(null, 500);
    expect(way.view().kind).toBe('offline');
  });

  it('is online when push opens, and stays online when push closes', () => {
    const way = tracker();
    way.onCall(false, 1);
    way.onCall(false, 2);
    way.setPush(true);
    expect(way.view()).toEqual({ kind: 'online', push: true });
    expect(way.pushUp()).toBe(true);
    way.setPush(true);
    expect(way.changes()).toBe(2);
    way.onCall(false, 3);
    way.setPush(false);
    expect([way.view(), way.changes()]).toEqual([{ kind: 'online', push: false }, 3]);
    way.onCall(false, 4);
    expect(way.view()).toEqual({ kind: 'offline', since: 3 });
  });
});

describe('an idle till', () => {
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });

  function idle(reply: () => ReturnType<typeof silence> | ReturnType<typeof ok>) {
    const clock = createManualClock();
    const settings = settingsOf({
      ...SETUP,
      pollAlone: 1_000,
      pollWithPush: 3_000,
      probeEvery: 10_000,
      readDeadline: 11,
    });
    const looks: number[] = [];
    const from = clock.now();
    let known = false;
    let date: string | null = null;
    const serviceTime = createServiceTime(clock);
    const connection = createConnection(() => undefined);
    const statusCodeRead = async (code: number, options?: { readonly deadline?: number }) => {
      expect([code, options?.deadline]).toEqual([2_000, 11]);
      looks.push(clock.now() - from);
      const said = reply();
      if (date !== null) serviceTime.note({ get: () => date });
      return said.ok ? ok(200, { code: '2000', name: 'OK' }) : said;
    };
    const client = { statusCodeRead };
    let clockChanges = 0;
    const stop = startProbe({
      ...{ client: { ...client, serviceTime }, clock, settings, connection },
      isKnown: () => known,
      changed: () => {
        clockChanges += 1;
      },
    });
    stops.push(stop);
    const pass = async (time: number) => {
      for (let gone = 0; gone < time; gone += 500) {
        clock.advance(500);
        await rest();
      }
    };
    return {
      clock,
      looks,
      connection,
      stop,
      pass,
      /** The replies have this time from now on. */
      dated: (at: number) => {
        date = new Date(at).toUTCString();
      },
      clockChanges: () => clockChanges,
      know: (is: boolean) => {
        known = is;
      },
    };
  }

  it('probes the service after one second, and then every ten seconds', async () => {
    const one = idle(() => ok(200, null));
    await one.pass(21_500);
    expect(one.looks).toEqual([1_000, 11_000, 21_000]);
    expect(one.connection.view().kind).toBe('online');
  });

  it('is offline after two unanswered probes; the second follows after three seconds', async () => {
    const one = idle(() => silence());
    await one.pass(4_500);
    expect(one.looks).toEqual([1_000, 4_000]);
    expect(one.connection.view()).toMatchObject({ kind: 'offline' });
  });

  it('is online if the service refuses the probe, because a refusal is an answer', async () => {
    const one = idle(() => refused(401, 'No.'));
    await one.pass(11_500);
    expect(one.looks).toEqual([1_000, 11_000]);
    expect(one.connection.view().kind).toBe('online');
  });

  it('treats an exception of the client as an unanswered probe', async () => {
    const one = idle(() => {
      throw new Error('broken');
    });
    await one.pass(4_500);
    expect([one.looks, one.connection.view().kind]).toEqual([[1_000, 4_000], 'offline']);
  });

  it('asks for the time once, and does not probe while the connection is known without a probe', async () => {
    const one = idle(() => ok(200, null));
    one.know(true);
    one.dated(one.clock.now());
    await one.pass(20_500);
    expect(one.looks).toEqual([1_000]);
    one.know(false);
    await one.pass(1_000);
    expect(one.looks).toEqual([1_000, 21_000]);
  });

  it('asks for the time again after its clock was set', async () => {
    const one = idle(() => ok(200, null));
    one.know(true);
    one.dated(one.clock.now());
    await one.pass(5_500);
    one.clock.set(HOUR);
    await one.pass(15_000);
    expect(one.looks).toEqual([1_000, HOUR + 11_000]);
  });

  it('says once that its clock is wrong, and once that it was corrected', async () => {
    const one = idle(() => ok(200, null));
    one.know(true);
    one.dated(one.clock.now() + HOUR);
    await one.pass(21_500);
    expect(one.clockChanges()).toBe(1);
    one.clock.set(HOUR);
    await one.pass(20_000);
    expect(one.clockChanges()).toBe(2);
  });

  it('sends no probe after it stops, and ignores the result of a probe in progress', async () => {
    const one = idle(() => silence());
    await one.pass(1_000);
    one.clock.advance(3_000);
    one.stop();
    await one.pass(20_000);
    expect([one.looks.length, one.connection.view().kind]).toEqual([2, 'online']);
    expect(one.clock.armed()).toBe(0);
    const early = idle(() => silence());
    early.stop();
    await early.pass(5_000);
    expect(early.looks).toEqual([]);
  });
});

describe('the name of a till’s channel', () => {
  it('replaces characters that a channel name does not permit, and has at most 64 characters', () => {
    expect(channelName('till', 'Kasse 1/æ')).toBe('till.Kasse.1..');
    expect(channelName('till', 'a_B-9.x')).toBe('till.a_B-9.x');
    expect(channelName('till', 'x'.repeat(100))).toHaveLength(64);
  });
});
