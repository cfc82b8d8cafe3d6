import { expect, it, onTestFinished } from 'vitest';
import { receiptSinkOf } from '../../../../main/host/receipts/hand-over.ts';
import { exampleOf } from '../../../../shared/protocol/examples/index.ts';
import { receiptDocument } from '../../../../shared/protocol/receipt.ts';
import { startTestService } from '../../../support/service.ts';

const CODE = 'kasse-1-R12.Zm9yIHRoZSBleGFtcGxlIQ';
const DOCUMENT = receiptDocument.parse(exampleOf('receiptPut').body);

it('a real service takes a receipt once, refuses another content of it, and knows no other till', async () => {
  const service = await startTestService({ clock: 'system' });
  onTestFinished(() => service.stop());
  const { merchant: merchantId, id: userId, secret } = service.users.pos;
  const identity = { merchantId, userId, credentials: { kind: 'secret', secret } } as const;
  const access = { baseUrl: service.ready.base_url, identity };
  const sink = receiptSinkOf(access, 'kasse-1');
  const address = await sink.address();
  expect(address).toEqual({ link: expect.stringMatching(/^http.*\/$/) });
  expect(await sink.put(CODE, DOCUMENT)).toEqual(address);
  expect(await sink.put(CODE, DOCUMENT)).toEqual(address);
  expect(await sink.put(CODE, { ...DOCUMENT, number: 'kasse-1-R13' })).toBe('refused');
  const unknown = receiptSinkOf(access, 'kasse-x');
  expect(await unknown.put(CODE.replace('kasse-1', 'kasse-x'), DOCUMENT)).toBe('unavailable');
});
