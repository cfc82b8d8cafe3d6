import { expect } from 'vitest';
import { outcome } from '../../../shared/protocol/outcome.ts';
import { classOf } from '../../../shared/protocol/status-class.ts';
import { CODE, STATUS_CATALOGUE, statusOf } from '../../../shared/protocol/status-codes.ts';
import { DAY, SECOND } from '../../../shared/time/clock.ts';
import type { Check } from '../rows/row.ts';
import type { World } from '../world.ts';

type By<K extends Check['by']> = Extract<Check, { readonly by: K }>;

/** A code of the table: its name in the catalogue, its status, and its class. */
export async function checkCode(world: World, row: By<'code'>): Promise<void> {
  expect(STATUS_CATALOGUE.get(row.code)).toBe(row.name);
  const reply = await world.call('statusCodeRead', { params: { value: String(row.code) } });
  expect(reply.json).toEqual({ code: String(row.code), name: row.name });
  const known = Object.values(CODE).find((code) => code === row.code);
  if (known !== undefined) expect(statusOf(known)).toBe(row.status);
  expect(classOf(row.code) !== 'temporary').toBe(row.final);
}

/** A move: from its state by its trigger to its code, with its event at the callback address. */
export async function checkMove(world: World, row: By<'move'>): Promise<void> {
  const { test, secure } = world;
  const address = `${secure.url}/${world.fresh()}`;
  const tid = await world.payment(row.from, { callback_uri: address, expires_in: 600 });
  await trigger(world, tid, row.act);
  const after = await world.outcome(tid);
  expect(after.status_code).toBe(row.to);
  if (row.event === null) return;
  await test.service.simulator.advance(0);
  const path = new URL(address).pathname;
  const events = secure.heard.filter(({ target }) => target === path);
  const message = events.at(-1)?.message;
  expect(message?.meta.event).toBe(row.event);
  expect(message?.meta.uri).toBe(`${test.ready.base_url}/payment_request/${tid}/outcome/`);
  expect(outcome.parse(message?.object)).toMatchObject({ tid, status_code: row.to });
}

async function trigger({ test }: World, tid: string, act: string): Promise<void> {
  const { simulator } = test.service;
  switch (act) {
    case 'confirm':
      await simulator.confirm(tid);
      return;
    case 'reject':
      await simulator.reject(tid);
      return;
    case 'expire':
      await simulator.advance((3 * DAY) / SECOND + 1);
      return;
    default: {
      const path = `/payment_request/${tid}/`;
      const sent = { method: 'PUT', body: { action: act } };
      expect((await test.secret(test.users.pos, path, sent)).status).toBe(204);
    }
  }
}
