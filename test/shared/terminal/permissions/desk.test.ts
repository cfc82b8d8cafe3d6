import { afterEach, describe, expect, it } from 'vitest';
import type { ClientResult } from '../../../../shared/client/index.ts';
import type { PermissionOutcome } from '../../../../shared/protocol/permission.ts';
import type { Written } from '../../../../shared/terminal/index.ts';
import {
  createPermissionDesk,
  type PermissionDesk,
} from '../../../../shared/terminal/permissions/desk.ts';
import type { PermissionClient } from '../../../../shared/terminal/permissions/follow.ts';
import type { PermissionRequest } from '../../../../shared/terminal/permissions/permission.ts';
import { remember } from '../../../../shared/terminal/recover.ts';
import { createScribe } from '../../../../shared/terminal/scribe.ts';
import { settingsOf } from '../../../../shared/terminal/settings.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { ok, refused, silence } from '../../../support/model-service.ts';
import { createMemoryJournal, rest, SETUP, testIds } from '../../../support/till.ts';

/* A customer is asked for data: one request at the service, and what is granted is written nowhere. */

const WAITING: PermissionOutcome = {
  access_token: null,
  id_token: null,
  token_type: 'Bearer',
  expires_in: null,
  refresh_token: null,
  scope: null,
  currency: null,
  transaction_fee: 0,
  status: 'pending',
  status_code: 1003,
  pos_id: 'till1',
  pos_tid: 'data-1',
  rid: 'r1',
  user_info: null,
};
const MADE = ok(201, { id: 'r1' });
const LATER: ClientResult<never> = refused(429, 'Not now.');

const ASK: PermissionRequest = {
  customer: { kind: 'phone', msisdn: '4712345678' },
  scope: 'phone',
  text: 'Member?',
};

let desk: PermissionDesk | null = null;
afterEach(() => desk?.stop());

type Replies = {
  readonly creates?: readonly ClientResult<{ readonly id: string }>[];
  readonly reads?: readonly ClientResult<PermissionOutcome>[];
};

/** The service as a list of replies; the last one is given for ever. */
function world({ creates = [MADE], reads = [ok(200, WAITING)] }: Replies = {}) {
  const clock = createManualClock();
  const settings = settingsOf({ ...SETUP, readDeadline: 11, commandDeadline: 22 });
  const memory = createMemoryJournal();
  const made: { readonly at: number; readonly body: unknown }[] = [];
  const read: number[] = [];
  let changes = 0;
  const client: PermissionClient = {
    permissionCreate: async (body, options) => {
      expect(options?.deadline).toBe(22);
      made.push({ at: clock.now(), body });
      return creates[Math.min(made.length, creates.length) - 1] ?? silence();
    },
    permissionOutcome: async (rid, options) => {
      expect([rid, options?.deadline]).toEqual(['r1', 11]);
      read.push(clock.now());
      return reads[Math.min(read.length, reads.length) - 1] ?? silence();
    },
  };
  const begin = (by: PermissionClient | null = client) => {
    desk?.stop();
    const scribe = createScribe(memory.journal, clock, () => undefined);
    const found = remember(memory.records).permissions;
    const changed = () => {
      changes += 1;
    };
    desk = createPermissionDesk({
      client: by,
      scribe,
      clock,
      ids: testIds(),
      settings,
      found,
      changed,
    });
    return desk;
  };
  const first = begin();
  return {
    clock,
    memory,
    made,
    read,
    begin,
    changes: () => changes,
    desk: () => desk ?? first,
    kinds: () => memory.records.map((record) => record.kind),
    ends: () =>
      memory.records.flatMap((record) =>
        record.kind === 'permission_ended' ? [[record.how, record.sentence]] : [],
      ),
    ask: async (request = ASK) => {
      const asked = await (desk ?? first).ask(request);
      await rest();
      return asked;
    },
    pass: async (time: number) => {
      for (let gone = 0; gone < time; gone += 500) {
        clock.advance(500);
        await rest();
      }
    },
  };
}

/** Milliseconds after the first, of each of these times. */
const gaps = ([first = 0, ...more]: readonly number[]) => more.map((time) => time - first);

describe('a request for data', () => {
  it('is written down before the service hears of it, and sent as it was written', async () => {
    const one = world();
    const asked = await one.ask();
    expect(one.kinds()).toEqual(['permission_opened', 'permission_created']);
    const id = asked.ok ? asked.value.id : '';
    expect(id).toMatch(/^data-[a-z0-9]+$/);
    expect(one.made.map(({ body }) => body)).toEqual([
      {
        customer: 'msisdn:4712345678',
        pos_id: 'till1',
        pos_tid: id,
        text: 'Member?',
        callback_uri: 'ws:till.till1',
        scope: 'phone',
        expires_in: 300,
      },
    ]);
    expect(one.desk().permissions()).toMatchObject([{ id, rid: 'r1', end: null }]);
    expect(one.changes()).toBeGreaterThanOrEqual(2);
  });

  it('goes to a scan as well, and to nobody else', async () => {
    const one = world();
    await one.ask({ ...ASK, customer: { kind: 'scan_token', token: 'token:abc' } });
    expect(one.made[0]?.body).toMatchObject({ customer: 'token:abc' });
    // A register may be anybody's program; what it names is judged as what comes from outside.
    for (const customer of [{ kind: 'qr' }, { kind: 'phone', msisdn: '12' }]) {
      const request = Object.assign({ ...ASK }, { customer });
      expect(await one.ask(request)).toMatchObject({ ok: false });
    }
    expect(await one.ask(Object.assign({ ...ASK }, { customer: { kind: 'qr' } }))).toMatchObject({
      refusal: {
        type: 'Bad Request',
        description: 'A request for data goes to a phone number or a scan.',
      },
    });
    expect(await one.ask({ ...ASK, scope: 'everything' })).toMatchObject({ ok: false });
    expect(one.made).toHaveLength(1);
    expect(one.kinds().filter((kind) => kind === 'permission_opened')).toHaveLength(1);
  });

  it('is not made where it cannot be written, nor at a till that asks for money alone', async () => {
    const one = world();
    const failure = { kind: 'full', description: 'The disk is full.' } as const;
    one.memory.onAppend(async (): Promise<Written> => ({ ok: false, failure }));
    expect(await one.ask()).toMatchObject({
      refusal: { type: 'Service Unavailable', description: 'The disk is full.' },
    });
    expect([one.made, one.desk().permissions()]).toEqual([[], []]);
    one.begin(null);
    expect(await one.ask()).toMatchObject({
      refusal: { type: 'Conflict', description: 'This till does not ask for data.' },
    });
  });

  it('is sent again while nobody answers, and while the service asks for patience', async () => {
    const one = world({ creates: [silence(), LATER, silence(), MADE] });
    await one.ask();
    await one.pass(10_000);
    expect(gaps(one.made.map(({ at }) => at))).toEqual([500, 1_500, 3_500]);
    expect(new Set(one.made.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(one.desk().permissions()[0]?.rid).toBe('r1');
  });

  it('ends when the service refuses it, with its sentence, cut to what a journal holds', async () => {
    const one = world({ creates: [refused(400, 'x'.repeat(1_100))] });
    await one.ask();
    await one.pass(10_000);
    expect(one.ends()).toEqual([['refused', 'x'.repeat(1_000)]]);
    expect([one.made.length, one.read.length]).toEqual([1, 0]);
    expect(one.desk().permissions()[0]?.end?.how).toBe('refused');
  });

  it('does not end by a refusal after a lost answer: the first may have arrived', async () => {
    const one = world({ creates: [silence(), refused(409, 'No.'), MADE] });
    await one.ask();
    await one.pass(5_000);
    expect(one.ends()).toEqual([]);
    expect(one.desk().permissions()[0]?.rid).toBe('r1');
  });
});
