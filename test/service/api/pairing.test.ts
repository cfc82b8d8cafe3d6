import { createServer } from 'node:http';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { mountPairing } from '../../../service/api/pairing.ts';
import type { Pairings } from '../../../service/pairing/pairing.ts';
import { createApp } from '../../../service/web/app.ts';
import { faultReply } from '../../../service/web/unexpected-error.ts';
import { refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { SVC_PROFILE } from '../../../shared/protocol/media.ts';
import { createManualClock } from '../../support/manual-clock.ts';

it('the service answers 429 to parallel pairing attempts above the limit if the store is slow', async () => {
  let asked = 0;
  let answerAll: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  // A slow store, which answers after all requests have arrived.
  const pairings: Pick<Pairings, 'redeem'> = {
    async redeem() {
      asked += 1;
      await held;
      return refuse('Not Found', 'no such code');
    },
  };
  const app = createApp();
  const log = pino({ level: 'silent' });
  const context = { clock: createManualClock(), profile: SVC_PROFILE, log };
  const onFault = (error: unknown, id: string) => faultReply(error, id, log);
  const wire = { profile: SVC_PROFILE, faultReply: onFault, nextRequestId: () => '1' };
  const stopping = new AbortController().signal;
  mountPairing(app, context, pairings, { ...wire, stopping });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const body = JSON.stringify({ code: '00000000' });
  const headers = { 'content-type': 'application/json' };
  const extra = 12;
  let refused = 0;
  const tries = Array.from({ length: LIMITS.pairingTriesMax + extra }, async () => {
    const url = `http://127.0.0.1:${port}/merchant/v1/pairing/`;
    const reply = await fetch(url, { method: 'POST', headers, body });
    if (reply.status === 429) refused += 1;
    return reply.status;
  });
  await expect.poll(() => asked + refused).toBe(LIMITS.pairingTriesMax + extra);
  answerAll();
  const statuses = await Promise.all(tries);
  server.close();
  expect(asked).toBe(LIMITS.pairingTriesMax);
  expect(statuses.filter((status) => status === 429)).toHaveLength(extra);
});
