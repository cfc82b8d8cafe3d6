import { expect, it } from 'vitest';
import type { NewLine } from '../../../../shared/bill/acts.ts';
import { amountsOf } from '../../../../shared/bill/amounts.ts';
import { pieces } from '../../../../shared/bill/quantity.ts';
import { money } from '../../../../shared/money/money.ts';
import { createBillHost } from '../../../support/bill-host.ts';
import { openTill } from '../../../support/scripted-host.ts';

const CAKE: NewLine = {
  ...({ kind: 'goods', product: 'cake', name: 'Cake', unit: 'piece', vatRate: '0.25' } as const),
  ...{ quantity: pieces(1), price: money(10_000), options: [], note: null },
};

it('a bill that another screen has changed is not shown as it was before, but read first', async () => {
  const host = createBillHost();
  host.open('t4', 'Table 4', [CAKE, { ...CAKE, product: 'tea', name: 'Tea', price: money(5_000) }]);
  const { till, show, sent, answer } = openTill();
  till.bills.link();
  const { getState } = till.bills.store;
  const total = () => {
    const bill = getState().shown.get('t4');
    return bill === undefined ? null : amountsOf(bill).total;
  };
  const read = async () => {
    const command = sent('read_bill').at(-1);
    if (command !== undefined) await answer('read_bill', await host.call(command));
  };
  show([], host.view());
  till.tables.pick('t4');
  await read();
  expect(total()).toBe(15_000);
  till.tables.leave();

  host.act('t4', { act: 'remove', line: host.bill('t4').lines[1]?.id ?? 'line:' });
  show([], host.view());
  till.tables.pick('t4');
  expect(total()).toBeNull();
  await read();
  expect(total()).toBe(10_000);

  // Where somebody looks at it, what was read last stays until the new one is here.
  host.act('t4', { act: 'add', line: CAKE });
  show([], host.view());
  expect(total()).toBe(10_000);
  await read();
  expect(total()).toBe(20_000);
});

it('a bill that was changed after it was read at the host, and before the answer came, is read again', async () => {
  const host = createBillHost();
  host.open('t4', 'Table 4', [CAKE]);
  const { till, show, sent, answer } = openTill();
  till.bills.link();
  show([], host.view());
  till.tables.pick('t4');
  const [first] = sent('read_bill');
  if (first === undefined) throw new Error('the screen reads no bill');
  const old = await host.call(first);
  host.act('t4', { act: 'add', line: CAKE });
  show([], host.view());
  await answer('read_bill', old);
  const [, second] = sent('read_bill');
  if (second === undefined) throw new Error('the screen does not read the bill again');
  await answer('read_bill', await host.call(second));
  expect(till.bills.store.getState().shown.get('t4')).toEqual(host.bill('t4'));

  // A host that says less than its own snapshot is not asked without end.
  host.act('t4', { act: 'add', line: CAKE });
  show([], host.view());
  await answer('read_bill', old);
  expect(sent('read_bill')).toHaveLength(3);
});
