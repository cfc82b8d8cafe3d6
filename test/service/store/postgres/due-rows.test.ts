import { expect, it, onTestFinished } from 'vitest';
import { NO_EFFECTS } from '../../../../service/store/store.ts';
import { newPayment, openSeveral } from './world.ts';

it('due rows are taken oldest first', async () => {
  const world = await openSeveral(1);
  onTestFinished(() => world.close());
  const payments = [30, 10, 20].map((expires_in) => newPayment({ expires_in }));
  for (const payment of payments) await world.first.payments.create(payment, NO_EFFECTS);
  const [last, first, second] = payments.map(({ tid }) => tid);
  const due = await world.first.payments.due(1_000_000 + 3_600_000, 50);
  expect(due.map(({ tid }) => tid)).toEqual([first, second, last]);
});
