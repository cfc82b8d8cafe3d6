import { expect, it } from 'vitest';
import type { NewLine } from '../../../../shared/bill/acts.ts';
import { amountsOf } from '../../../../shared/bill/amounts.ts';
import { pieces } from '../../../../shared/bill/quantity.ts';
import type { AnyAnswer } from '../../../../shared/device/commands/table.ts';
import { money } from '../../../../shared/money/money.ts';
import type { SaleState } from '../../../../shared/terminal/sale/state.ts';
import { sale } from '../../../screens/cashier/sales.ts';
import { createBillHost } from '../../../support/bill-host.ts';
import { openTill } from '../../../support/scripted-host.ts';

const CAKE: NewLine = {
  ...({ kind: 'goods', product: 'cake', name: 'Cake', unit: 'piece', vatRate: '0.25' } as const),
  ...{ quantity: pieces(1), price: money(10_000), options: [], note: null },
};
const TEA: NewLine = { ...CAKE, product: 'tea', name: 'Tea', price: money(2_500) };

/** A screen whose bill of 125.00 is being paid by phone, and its host, which answers when the test says so. */
async function payByPhone() {
  const host = createBillHost();
  const screen = openTill();
  const { till, sent, answer } = screen;
  host.open('t4', 'Table 4', [CAKE, TEA]);
  screen.show([], host.view());
  till.bills.show('t4');
  await answer('read_bill', await host.call({ type: 'read_bill', bill: 't4' }));
  void till.startSale({ kind: 'qr' });
  await new Promise((done) => setImmediate(done));
  const [payment] = sent('pay_bill');
  if (payment === undefined) throw new Error('the screen does not pay');
  const paid = await host.call(payment);
  const shown = (state: SaleState) =>
    screen.show(
      [sale(state, { bill: { bill: 't4', tender: host.bill('t4').tenders[0]?.id ?? 'tender:' } })],
      host.view(),
    );
  /** Sends the newest command on bills to the host, and its answer to the screen. */
  const reach = async (): Promise<AnyAnswer> => {
    const command = sent('bill').at(-1);
    if (command === undefined) throw new Error('the screen gives no command');
    const given = await host.call(command);
    await answer('bill', given);
    return given;
  };
  return { host, ...screen, paid, shown, reach };
}

it('a bill whose payment was cancelled can be changed and paid before the screen has read it again', async () => {
  const { host, till, paid, answer, shown, reach, sent } = await payByPhone();
  await answer('pay_bill', paid);
  host.end('t4', 'failed');
  shown({ kind: 'aborted' });
  expect(till.bills.current()).toEqual(host.bill('t4'));

  expect(till.bills.act({ act: 'remove', line: host.bill('t4').lines[1]?.id ?? 'line:' })).toBe(
    true,
  );
  expect(await reach()).toMatchObject({ ok: true });
  expect(till.bills.store.getState().notice).toBeNull();
  expect(host.bill('t4').lines.map(({ name }) => name)).toEqual(['Cake']);

  void till.startSale({ kind: 'qr' });
  await new Promise((done) => setImmediate(done));
  const { version } = host.bill('t4');
  expect(sent('pay_bill').at(-1)).toMatchObject({ bill: 't4', version, amount: 10_000 });
});

it('a bill that its phone payment has paid leaves the slip with the sale’s result', async () => {
  const { host, till, paid, answer, shown } = await payByPhone();
  await answer('pay_bill', paid);
  expect(till.bills.current()?.id).toBe('t4');
  host.end('t4', 'paid');
  shown({ kind: 'paid', at: 0 });
  expect(till.bills.current()).toBeNull();
  const known = till.bills.store.getState().copies.bills.get('t4');
  expect(known).toEqual(host.bill('t4'));
});

it('an answer that is older than what the screen knows changes nothing', async () => {
  const { host, till, paid, answer, shown } = await payByPhone();
  host.end('t4', 'failed');
  shown({ kind: 'aborted' });
  await answer('read_bill', await host.call({ type: 'read_bill', bill: 't4' }));
  await answer('pay_bill', paid);
  const bill = till.bills.current();
  expect(bill === null ? null : amountsOf(bill).due).toBe(12_500);
});
