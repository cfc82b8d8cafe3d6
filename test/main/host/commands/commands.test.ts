import { expect, it } from 'vitest';
import { commandsOf } from '../../../../main/host/bridge/registry.ts';
import { TERMINAL_ALONE } from '../../../../main/host/bridge/screen-source.ts';
import { mayGive } from '../../../../shared/device/commands/row.ts';
import { commandNames, rowOfName } from '../../../../shared/device/commands/table.ts';
import { money } from '../../../../shared/money/money.ts';
import { DEVICE_PAGE } from '../../../support/host-commands.ts';
import { createScriptedTerminal } from '../../../support/scripted-terminal.ts';

/* The rights of programs and pages that are not the cashier's screen, at a till that has only its terminal. */

const NOT_YOURS = { refusal: { details: { reason: 'role' } } };

/** What reaches the terminal without any input. */
const WITHOUT_INPUT = {
  register: [{ openCode: null }],
  kiosk: ['refresh'],
  display: [],
} as const;

it.each(['register', 'kiosk', 'display'] as const)(
  'a %s runs the commands whose rows name it, and no others',
  async (other) => {
    const { terminal, asked } = createScriptedTerminal();
    const commands = commandsOf(terminal, TERMINAL_ALONE);
    const give = (name: string) =>
      other === 'register'
        ? commands.register(name, {}, money(50_000))
        : commands.page({ at: other }, { type: name });
    const refused: string[] = [];
    for (const name of commandNames()) {
      const answered = await give(name);
      if (!answered.ok && answered.refusal.details?.reason === 'role') refused.push(name);
    }
    const named = commandNames().filter((name) => mayGive(rowOfName(name), other));
    expect(refused).toEqual(commandNames().filter((name) => !named.includes(name)));
    expect(asked).toEqual(WITHOUT_INPUT[other]);
  },
);

it('a name that is no command is refused, and a handler that fails is a refusal', async () => {
  const { terminal } = createScriptedTerminal();
  const failing = { ...terminal, refresh: () => expect.unreachable('as if it had a defect') };
  const commands = commandsOf(failing, TERMINAL_ALONE);
  for (const name of ['unknown', '__proto__', 'toString']) {
    const unknown = { refusal: { type: 'validation_error' } };
    expect(await commands.register(name, {}, null)).toMatchObject(unknown);
    expect(await commands.page(DEVICE_PAGE, { type: name })).toMatchObject(unknown);
    expect(await commands.page({ at: 'display' }, { type: name })).toMatchObject(NOT_YOURS);
  }
  for (const input of [null, 7, 'refresh', []]) {
    expect(await commands.page(DEVICE_PAGE, input)).toMatchObject({ ok: false });
  }
  const failed = { refusal: { details: { reason: 'failed' } } };
  expect(await commands.page(DEVICE_PAGE, { type: 'refresh' })).toMatchObject(failed);
});
