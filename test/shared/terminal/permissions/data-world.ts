import { expect, onTestFinished } from 'vitest';
import type { ClientResult } from '../../../../shared/client/index.ts';
import type { PermissionOutcome } from '../../../../shared/protocol/permission.ts';
import { createJournalQueue } from '../../../../shared/terminal/engine/journal-queue.ts';
import type { PermissionClient } from '../../../../shared/terminal/permissions/follow.ts';
import type { PermissionRequest } from '../../../../shared/terminal/permissions/permission.ts';
import {
  createPermissionQueue,
  type PermissionQueue,
} from '../../../../shared/terminal/permissions/queue.ts';
import { settingsOf } from '../../../../shared/terminal/sale/settings.ts';
import { recoverState } from '../../../../shared/terminal/start/recover.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { ok, silence } from '../../../support/model-service.ts';
import { createMemoryJournal, rest, SETUP, testIds } from '../../../support/till.ts';

/* A till that asks a customer for data, and a service that answers from a list. */

export const WAITING: PermissionOutcome = {
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
export const MADE = ok(201, { id: 'r1' });

export const ASK: PermissionRequest = {
  customer: { kind: 'phone', msisdn: '4712345678' },
  scope: 'openid phone',
  text: 'Member?',
};

let permissionQueue: PermissionQueue | null = null;

type Replies = {
  readonly creates?: readonly ClientResult<{ readonly id: string }>[];
  readonly reads?: readonly ClientResult<PermissionOutcome>[];
};

/** The service as a list of replies; the last one is repeated. */
export function world({ creates = [MADE], reads = [ok(200, WAITING)] }: Replies = {}) {
  onTestFinished(() => permissionQueue?.stop());
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
    permissionQueue?.stop();
    const journalQueue = createJournalQueue({
      journal: memory.journal,
      clock,
      changed: () => undefined,
    });
    const restored = recoverState(memory.records).permissions;
    const changed = () => {
      changes += 1;
    };
    permissionQueue = createPermissionQueue({
      client: by,
      journalQueue,
      clock,
      ids: testIds(),
      settings,
      restored,
      changed,
    });
    return permissionQueue;
  };
  const first = begin();
  return {
    clock,
    memory,
    made,
    read,
    begin,
    changes: () => changes,
    permissionQueue: () => permissionQueue ?? first,
    kinds: () => memory.records.map((record) => record.kind),
    ends: () =>
      memory.records.flatMap((record) =>
        record.kind === 'permission_ended' ? [[record.how, record.sentence]] : [],
      ),
    ask: async (request = ASK) => {
      const asked = await (permissionQueue ?? first).ask(request);
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
export const gaps = ([first = 0, ...more]: readonly number[]) => more.map((time) => time - first);
