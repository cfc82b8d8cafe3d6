import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Response } from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Session } from '../../../service/sign-in/customer-session.ts';
import { createStreams } from '../../../service/wallet/streams.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { WALLET_PATH } from '../../../shared/wallet/contract.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { CUSTOMER, OTHER_CUSTOMER } from '../../support/payments.ts';
import { startWallet } from './start-wallet.ts';

type Pages = Awaited<ReturnType<typeof startWallet>>;
let pages: Pages;
const stopping = new AbortController();
beforeEach(async () => {
  pages = await startWallet({ stopping: stopping.signal });
});
afterEach(() => pages.stopPortal());

/** Opens a stream and collects its text; `seen` waits until it holds the words. */
async function openStream(msisdn: string) {
  const phone = pages.wallet();
  await phone.post('/demo-session', { msisdn });
  const abort = new AbortController();
  const reply = await fetch(`${pages.origin}${WALLET_PATH}/events`, {
    headers: { cookie: phone.cookie() },
    signal: abort.signal,
  });
  let text = '';
  let ended = false;
  const wake: (() => void)[] = [];
  const decoder = new TextDecoder();
  const reading = (async () => {
    for await (const chunk of reply.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      for (const run of wake.splice(0)) run();
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      ended = true;
      for (const run of wake.splice(0)) run();
    });
  return {
    phone,
    reply,
    text: () => text,
    async seen(words: string) {
      while (!text.includes(words) && !ended) await new Promise<void>((run) => wake.push(run));
      return text.includes(words);
    },
    ended: () => reading,
    close: () => abort.abort(),
  };
}

test('a change is sent only to its customer', async () => {
  const mine = await openStream(CUSTOMER.msisdn);
  const other = await openStream(OTHER_CUSTOMER.msisdn);
  expect(mine.reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const { tid } = await pages.ask({ customer: `msisdn:${CUSTOMER.msisdn}` });
  expect(await mine.seen(`event: changed\ndata: {"tid":"${tid}"}\n\n`)).toBe(true);
  const theirs = await pages.ask({ customer: `msisdn:${OTHER_CUSTOMER.msisdn}` });
  expect(await other.seen(theirs.tid)).toBe(true);
  expect(other.text()).not.toContain(tid);
  mine.close();
  other.close();
});

test('a quiet stream sends keep-alives', async () => {
  const stream = await openStream(CUSTOMER.msisdn);
  expect(await stream.seen('retry: 1000')).toBe(true);
  pages.clock.advance(LIMITS.walletHeartbeatEvery);
  expect(await stream.seen(': still here')).toBe(true);
  stream.close();
});

test('signing out ends the stream', async () => {
  const stream = await openStream(CUSTOMER.msisdn);
  await stream.phone.call('DELETE', '/session');
  await stream.ended();
  expect(stream.text()).toContain('retry');
});

test('a customer’s oldest stream is closed for a new one', async () => {
  const oldest = await openStream(CUSTOMER.msisdn);
  const others = [];
  for (let count = 0; count < LIMITS.walletStreamsPerCustomer; count += 1) {
    others.push(await openStream(CUSTOMER.msisdn));
  }
  await oldest.ended();
  const { tid } = await pages.ask({ customer: `msisdn:${CUSTOMER.msisdn}` });
  for (const stream of others) expect(await stream.seen(tid)).toBe(true);
  for (const stream of others) stream.close();
});

test('a stopping service ends every stream', async () => {
  const stream = await openStream(CUSTOMER.msisdn);
  stopping.abort();
  await stream.ended();
  expect(stream.text()).toContain('retry');
});

/** Streams without a service, with the timers that they have armed. */
function bareStreams() {
  const clock = createManualClock();
  const silent = { onChange: () => () => undefined };
  // The streams use nothing else of the two.
  const deps = {
    clock,
    payments: { customerSide: silent },
    permissions: silent,
  } as unknown as Parameters<typeof createStreams>[0];
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const session = { customer: CUSTOMER, tokenHash: 'h' } as unknown as Session;
  return { clock, streams: createStreams(deps), response, session };
}

test('a phone that disconnects before its stream is opened leaves no timer', () => {
  const { clock, streams, response, session } = bareStreams();
  response.destroy();
  expect(streams.open(session, response as Response)).toBe(true);
  expect(clock.armed()).toBe(0);
});

test('a stream is not opened after the service has stopped', () => {
  const { clock, streams, response, session } = bareStreams();
  streams.stop();
  expect(streams.open(session, response as Response)).toBe(false);
  expect(clock.armed()).toBe(0);
});
