import { expect, it } from 'vitest';
import { exchange } from '../../../shared/client/exchange.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const OUTGOING = { method: 'GET', url: 'http://service.test/', headers: new Headers(), body: null };

it('joins a reply that arrives in pieces, also where a piece ends inside a character', async () => {
  const bytes = new TextEncoder().encode('Blåbær');
  const pieces = [bytes.subarray(0, 3), bytes.subarray(3, 4), bytes.subarray(4)];
  const body = new ReadableStream({
    pull: (controller) => {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
  const deps = { fetch: async () => new Response(body), clock: createManualClock() };
  const reply = await exchange(OUTGOING, deps, 1_000, undefined);
  expect(reply).toMatchObject({ ok: true, status: 200, text: 'Blåbær', bytes });
});
