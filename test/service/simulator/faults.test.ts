import { expect, it } from 'vitest';
import { createFaults, faultInput } from '../../../service/simulator/faults.ts';
import type { Exchange } from '../../../shared/node/http/exchange.ts';
import { createManualClock } from '../../support/manual-clock.ts';

it('a delayed request is aborted when the service stops, and its timer is cleared', async () => {
  const clock = createManualClock();
  const faults = createFaults(clock);
  faults.add(faultInput.parse({ act: 'delay', delay_ms: 60_000 }));
  const exchange = { method: 'GET', target: '/payment_request/' } as Exchange;
  const served: unknown[] = [];
  const reply = faults.interceptor(exchange, async (one) => {
    served.push(one);
    return 'cut';
  });
  expect(clock.armed()).toBe(1);
  faults.stop();
  expect(await reply).toBe('cut');
  expect([clock.armed(), served]).toEqual([0, []]);
});
