import { expect, it } from 'vitest';
import { mayGive } from '../../../../shared/device/commands/row.ts';
import { commandNames, ROOMS, rowOf, rowOfName } from '../../../../shared/device/commands/table.ts';

const NAMES = commandNames();

it('each command has one name, and each name one row', () => {
  expect(Object.values(ROOMS).flatMap((rows) => Object.keys(rows))).toEqual(NAMES);
  for (const name of [null, 7, {}, '', 'goods', 'toString', '__proto__']) {
    expect(rowOf(name)).toBeNull();
  }
});

it('a register, a kiosk and a display never do what needs a supervisor or an approval', () => {
  const rights = NAMES.map((name) => [name, rowOf(name)?.who] as const);
  const others = rights.filter(([, who]) => (who?.also ?? []).length > 0);
  expect(others.length).toBeGreaterThan(20);
  expect(others.filter(([, who]) => !['nobody', 'cashier'].includes(who?.screen ?? ''))).toEqual(
    [],
  );
});

it('a kiosk and a display may do exactly this', () => {
  const may = (other: 'kiosk' | 'display') =>
    NAMES.filter((name) => mayGive(rowOfName(name), other)).toSorted();
  expect(may('display')).toEqual(['answer_question']);
  expect(may('kiosk')).toEqual(
    ['act', 'ask_tip', 'read_goods', 'refresh', 'skip_question', 'start_sale'].toSorted(),
  );
});
