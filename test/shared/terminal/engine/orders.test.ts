import { expect, it } from 'vitest';
import type { Written } from '../../../../shared/terminal/index.ts';
import { QR_SALE, rest } from '../../../support/till.ts';
import { answerText, tillWorld } from '../../../support/till-world.ts';

/* Actions of the cashier during another action, after the till’s stop, and on a removed sale. */

it('a second cancel during the write of the first succeeds and writes no second intent', async () => {
  const { memory, waiting, act, becomes } = tillWorld();
  await waiting();
  const before = memory.records.length;
  let saved: (written: Written) => void = () => undefined;
  memory.onAppend(() => new Promise((resolve) => (saved = resolve)));
  const presses = [act('cancel'), act('cancel')];
  await rest();
  memory.onAppend(async () => ({ ok: true }));
  saved({ ok: true });
  const [first, second] = await Promise.all(presses);
  await becomes('aborted');
  const intents = memory.records.slice(before).filter(({ kind }) => kind === 'intent');
  expect({ first, second, intents: intents.length }).toMatchObject({
    first: { ok: true },
    second: { ok: true },
    intents: 1,
  });
});

it('an action on a till that has stopped is refused and not written to the journal', async () => {
  const { memory, till, waiting, act } = tillWorld();
  await waiting();
  await till.stop();
  const before = memory.records.length;
  expect(answerText(await act('cancel'))).toBe('Service Unavailable: This till is stopping.');
  expect(memory.records).toHaveLength(before);
});

it('dismissing a sale that has left the screen succeeds and writes no record', async () => {
  const { service, memory, till, started, saleBecomes } = tillWorld({
    settings: { endedShown: 1 },
  });
  const first = await started();
  await saleBecomes(first, 'waiting_scan');
  service.happenTo(first, { kind: 'reject' });
  await saleBecomes(first, 'declined');
  const second = await started();
  await saleBecomes(second, 'waiting_scan');
  service.happenTo(second, { kind: 'reject' });
  await saleBecomes(second, 'declined');
  await started({ ...QR_SALE, text: 'Te' });
  expect(till.view().sales.map(({ id }) => id)).not.toContain(first);
  const before = memory.records.length;
  expect(answerText(await till.act(first, 'dismiss'))).toBe('done');
  expect(memory.records).toHaveLength(before);
});
