import { expect, it, onTestFinished, vi } from 'vitest';
import { receiptSinkOf } from '../../../../main/host/receipts/hand-over.ts';
import { MACHINE_PORTS } from '../../../../main/host/till/ports.ts';
import { exampleOf } from '../../../../shared/protocol/examples/index.ts';
import { receiptDocument } from '../../../../shared/protocol/receipt.ts';
import { startMailServer } from '../../../support/mail-server.ts';
import { startTestService } from '../../../support/service.ts';

const CODE = 'kasse-1-R12.Zm9yIHRoZSBleGFtcGxlIQ';
const DOCUMENT = receiptDocument.parse(exampleOf('receiptPut').body);

it('a real service takes a receipt once, refuses another content of it, and knows no other till', async () => {
  const service = await startTestService({ clock: 'system' });
  onTestFinished(() => service.stop());
  const { merchant: merchantId, id: userId, secret } = service.users.pos;
  const identity = { merchantId, userId, credentials: { kind: 'secret', secret } } as const;
  const access = { baseUrl: service.ready.base_url, identity };
  const sink = receiptSinkOf(access, 'kasse-1', MACHINE_PORTS);
  const address = await sink.address();
  expect(address).toEqual({ link: expect.stringMatching(/^http.*\/$/), email: false });
  expect(await sink.put(CODE, DOCUMENT)).toEqual(address);
  expect(await sink.put(CODE, DOCUMENT)).toEqual(address);
  expect(await sink.put(CODE, { ...DOCUMENT, number: 'kasse-1-R13' })).toBe('refused');
  const unknown = receiptSinkOf(access, 'kasse-x', MACHINE_PORTS);
  expect(await unknown.put(CODE.replace('kasse-1', 'kasse-x'), DOCUMENT)).toBe('unavailable');
});

it('a real service takes orders of e-mails of receipts that it has, as often as a receipt may be sent', async () => {
  const mails = await startMailServer();
  const mail = { server: mails.url, from: 'receipts@shop.example' };
  const service = await startTestService({ clock: 'system', mail });
  onTestFinished(async () => {
    await service.stop();
    await mails.stop();
  });
  const { merchant: merchantId, id: userId, secret } = service.users.pos;
  const identity = { merchantId, userId, credentials: { kind: 'secret', secret } } as const;
  const sink = receiptSinkOf(
    { baseUrl: service.ready.base_url, identity },
    'kasse-1',
    MACHINE_PORTS,
  );
  const order = (id: string) => sink.email(CODE, { id, email: 'kari@home.example' });
  expect(await order('e1')).toBe('not_yet');
  expect(await sink.put(CODE, DOCUMENT)).toMatchObject({ email: true });
  expect([await order('e1'), await order('e1'), await order('e2'), await order('e3')]).toEqual(
    Array(4).fill('ordered'),
  );
  expect(await order('e4')).toBe('too_often');
  await vi.waitFor(() => expect(mails.mails).toHaveLength(3), { timeout: 60_000 });
  const wrong = await sink.email(CODE, { id: 'e5', email: 'kari' });
  expect(wrong).toBe('wrong_address');
});

it('a service without a mail server refuses orders', async () => {
  const service = await startTestService({ clock: 'system' });
  const { merchant: merchantId, id: userId, secret } = service.users.pos;
  const identity = { merchantId, userId, credentials: { kind: 'secret', secret } } as const;
  const sink = receiptSinkOf(
    { baseUrl: service.ready.base_url, identity },
    'kasse-1',
    MACHINE_PORTS,
  );
  await sink.put(CODE, DOCUMENT);
  const email = { id: 'e1', email: 'kari@home.example' };
  expect(await sink.email(CODE, email)).toBe('not_offered');
  await service.stop();
  expect(await sink.email(CODE, email)).toBe('no_answer');
});
