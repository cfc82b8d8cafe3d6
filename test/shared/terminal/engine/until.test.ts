import { expect, it } from 'vitest';
import { saleUntil } from '../../../../shared/terminal/engine/until.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createModelService } from '../../../support/model-service.ts';
import { createMemoryJournal, QR_SALE, rest, startTill } from '../../../support/till.ts';

/** A wait for a sale whose view comes from a real till; the test removes the view. */
async function waiting() {
  const clock = createManualClock();
  const { client } = createModelService(clock);
  const till = startTill({ client, journal: createMemoryJournal().journal, clock });
  const started = await till.start(QR_SALE);
  const id = started.ok ? started.value.id : '';
  await rest();
  await till.stop();
  const listeners = new Set<() => void>();
  let view = till.sale(id);
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const armed = clock.armed();
  return {
    clock,
    listeners,
    armed,
    result: saleUntil({ clock, sale: () => view, subscribe }, id, 'paid', 5_000),
    vanishes: () => {
      view = null;
      for (const listener of listeners) listener();
    },
  };
}

it('a wait that ended leaves no timer and no listener', async () => {
  const { clock, listeners, armed, result, vanishes } = await waiting();
  expect([listeners.size, clock.armed()]).toEqual([1, armed + 1]);
  vanishes();
  expect(await result).toMatchObject({ ok: false, refusal: { type: 'Not Found' } });
  expect([listeners.size, clock.armed()]).toEqual([0, armed]);
});

it('a wait whose time is over is refused as unavailable, and leaves no listener', async () => {
  const { clock, listeners, result } = await waiting();
  clock.advance(5_000);
  expect(await result).toMatchObject({ ok: false, refusal: { type: 'Service Unavailable' } });
  expect(listeners.size).toBe(0);
});
