import { expect, it, onTestFinished } from 'vitest';
import { receiptReaderOf } from '../../../../main/host/books/other-tills.ts';
import { receiptSinkOf } from '../../../../main/host/receipts/hand-over.ts';
import { MACHINE_PORTS } from '../../../../main/host/till/ports.ts';
import { exampleOf } from '../../../../shared/protocol/examples/index.ts';
import { receiptDocument } from '../../../../shared/protocol/receipt.ts';
import { startTestService } from '../../../support/service.ts';

const CODE = 'kasse-1-R12.Zm9yIHRoZSBleGFtcGxlIQ';
const DOCUMENT = receiptDocument.parse(exampleOf('receiptPut').body);

it('a till reads from a real service what another till of its shop has handed over, and nothing of another shop', async () => {
  const service = await startTestService({ clock: 'system' });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await service.stop();
    isStopped = true;
  };
  onTestFinished(stop);
  const accessOf = ({ merchant: merchantId, id: userId, secret }: typeof service.users.pos) => {
    const identity = { merchantId, userId, credentials: { kind: 'secret', secret } } as const;
    return { baseUrl: service.ready.base_url, identity };
  };
  const { pos, neighbour } = service.users;
  const read = receiptReaderOf(accessOf(pos), MACHINE_PORTS);
  expect(await read(CODE)).toBeNull();
  await receiptSinkOf(accessOf(pos), 'kasse-1', MACHINE_PORTS).put(CODE, DOCUMENT);
  expect(await read(CODE)).toEqual(DOCUMENT);
  expect(await read(CODE.replace(/.$/, 'R'))).toBeNull();
  expect(await read('kasse-1-R12')).toBeNull();
  expect(await receiptReaderOf(accessOf(neighbour), MACHINE_PORTS)(CODE)).toBeNull();
  expect(await receiptReaderOf(accessOf({ ...pos, secret: 'wrong' }), MACHINE_PORTS)(CODE)).toBe(
    'no_answer',
  );
  await stop();
  expect(await read(CODE)).toBe('no_answer');
});
