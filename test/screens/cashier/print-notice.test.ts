import { expect, it } from 'vitest';
import type { PrintNotice } from '../../../shared/device/bridge/maintenance.ts';
import { axeViolations } from '../../support/axe.ts';
import { smallTargets } from '../../support/layout.ts';
import { openTill } from './fixture.ts';
import { STATES, view } from './sales.ts';

/* What the printer did not do, on every screen of the cashier. */

const { cashier, key, page, sent } = openTill();

const notice = () => page().locator('.print-notice');

async function show(notices: readonly PrintNotice[], sales = view([])): Promise<void> {
  const printing = { printer: 'network', receipts: 'always', jobs: [] } as const;
  cashier().printing(notices.length === 0 ? printing : { ...printing, notices });
  await cashier().show(sales);
}

it('a drawer that stayed shut is said above the screen, with the reason, until it was seen', async () => {
  await show([{ id: 'n1', kind: 'drawer', why: 'no_answer' }], STATES.paid);
  await notice().waitFor();
  expect(await notice().textContent()).toBe(
    'The cash drawer did not open. The printer does not respond. Check its power and cable. Open it with its key.',
  );
  const faults = await axeViolations(page());
  expect(faults.filter((fault) => fault.includes('notice'))).toEqual([]);
  expect(await smallTargets(page(), 56)).toEqual([]);
  await cashier().answerTo('print_seen', { ok: true, value: null });
  await key('I have seen it').click();
  expect(await sent('print_seen')).toEqual([{ type: 'print_seen', notice: 'n1' }]);
  await show([]);
  await notice().waitFor({ state: 'detached' });
});

it('a drawer that may be shut is said in other words', async () => {
  await show([{ id: 'n2', kind: 'drawer', why: 'unsure' }]);
  await expect.poll(() => notice().textContent()).toMatch(/^The cash drawer may be shut/);
});

it('receipts without paper are named by their numbers', async () => {
  const receipts = [11, 12, 13, 14, 15, 16];
  await show([{ id: 'n3', kind: 'no_paper', sales: [187], receipts }]);
  await expect
    .poll(() => notice().textContent())
    .toBe(
      '7 receipts have no paper: …, R12, R13, R14, R15, R16, sale 187. Print them when customers ask.',
    );
  await show([{ id: 'n4', kind: 'no_paper', sales: [], receipts: [17] }]);
  await expect
    .poll(() => notice().textContent())
    .toBe('One receipt has no paper: R17. Print it when the customer asks.');
});
