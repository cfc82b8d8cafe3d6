import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type HeadlessTill,
  startHeadless,
  terminalFolder,
} from '../main/host/terminal/run-terminal.ts';
import { startTestService, type TestService } from '../support/service.ts';

/*
 * Two terminals in separate processes use one service and have several open sales each, as in a
 * restaurant. The events of one sale do not affect another sale.
 */

const TABLES = ['Table 1', 'Table 2', 'Table 3'];
let service: TestService;
const folders = [terminalFolder(), terminalFolder()];
let tills: readonly HeadlessTill[];

beforeAll(async () => {
  service = await startTestService({ clock: 'system' });
  tills = await Promise.all(
    folders.map(({ path }, index) => {
      const secret = join(path, 'secret');
      writeFileSync(secret, service.users.pos.secret, { mode: 0o600 });
      const { base_url: url, merchant } = service.ready;
      return startHeadless(path, {
        data: 'data',
        service: {
          kind: 'remote',
          url,
          merchant: merchant.id,
          user: 'pos',
          secret: { file: 'secret' },
        },
        pos_id: `kasse-${index + 1}`,
        till_api: { port: 0 },
      });
    }),
  );
});
afterAll(async () => {
  for (const { command, register } of tills) {
    register.hangUp();
    command.signal('SIGTERM');
    expect((await command.ended).code).toBe(0);
  }
  for (const folder of folders) folder.remove();
  await service.stop();
});

const { claim, confirm, reject } = {
  claim: (tid: string, customer = 0) =>
    service.service.simulator.claim(tid, service.ready.customers[customer]?.msisdn ?? ''),
  confirm: (tid: string) => service.service.simulator.confirm(tid),
  reject: (tid: string) => service.service.simulator.reject(tid),
};

describe('two terminals with three open sales each', () => {
  it('finish each of them independently', async () => {
    const sales = await Promise.all(
      tills.flatMap(({ register }, till) =>
        TABLES.map(async (label, table) => {
          // Both tills use the same references, which are separate for each till.
          const body = {
            reference: label,
            amount: 1_000 * (till + 1) + table,
            label,
            place: 'aside',
          };
          const { status, sale } = await register.start(body);
          expect([status, sale.label, sale.aside]).toEqual([201, label, true]);
          const { id, tid } = await register.until(sale.id, 'waiting_scan');
          return { register, id, tid: tid ?? '', table };
        }),
      ),
    );
    expect(new Set(sales.map(({ tid }) => tid)).size).toBe(6);
    // The order of approvals differs from the order of sales: last table and second till first.
    for (const { tid, table } of sales.toReversed()) {
      if (table === 2) continue;
      await claim(tid);
      await (table === 0 ? confirm(tid) : reject(tid));
    }
    const ends = ['paid', 'declined', 'waiting_scan'];
    for (const { register, id, table } of sales) {
      const sale = await register.until(id, ends[table] ?? '');
      expect(sale.money.captured).toBe(table === 0 ? sale.amount : 0);
    }
    for (const { register, id } of sales.filter(({ table }) => table === 2)) {
      await register.act(id, 'cancel');
      await register.until(id, 'aborted');
    }
    // Sales of other tests at the same till are not counted.
    const own = ({ list = [] }: { list?: readonly { id: string }[] }) =>
      list.filter(({ id }) => sales.some((one) => one.id === id));
    for (const { register } of tills) {
      expect((await register.call('GET', 'unclaimed/')).json.unclaimed).toEqual([]);
      expect(own(await register.call('GET', 'sales/?open=true'))).toEqual([]);
      expect(own(await register.call('GET', 'sales/'))).toHaveLength(3);
    }
  });

  it('have separate main screens', async () => {
    const [first, second] = await Promise.all(
      tills.map(({ register }) => register.start({ reference: 'front', amount: 500 })),
    );
    expect([first?.status, second?.status]).toEqual([201, 201]);
    for (const { register } of tills) {
      expect((await register.start({ reference: 'next', amount: 500 })).json.error_type).toBe(
        'busy',
      );
      const aside = await register.start({ reference: 'table', amount: 500, place: 'aside' });
      expect(aside.status).toBe(201);
    }
  });
});
