import { afterAll, beforeAll, expect, it } from 'vitest';
import { SHOP_QUOTAS } from '../../../../shared/limits/shop-quotas.ts';
import { portalRoom, ROOM_KINDS } from '../../../../shared/portal/room.ts';
import { exampleOf } from '../../../../shared/protocol/examples/index.ts';
import { merchantBrowser } from '../../../support/merchant-pages.ts';
import { startTestService, type TestService } from '../../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Browser = ReturnType<typeof merchantBrowser>;
const roomOf = async (who: Browser) => {
  const { items } = portalRoom.parse((await who.get('/room')).body);
  return new Map(items.map(({ kind, ...used }) => [kind, used]));
};

it('the portal says what a shop has used of each of its quotas, and nothing of another shop', async () => {
  const [own, other] = [merchantBrowser(service), merchantBrowser(service)];
  await own.signIn(service.users.admin);
  await other.signIn(service.users.neighbour);
  const { receipts: most } = SHOP_QUOTAS.aDay;
  expect([...(await roomOf(own)).keys()].toSorted()).toEqual([...ROOM_KINDS].toSorted());
  const pos = { id: 'kasse-9', name: 'Kasse 9', type: 'store' };
  await service.key(service.users.admin, '/pos/', { method: 'POST', body: pos });
  const code = 'kasse-9-R1.Zm9yIHRoZSBleGFtcGxlIQ';
  const body = { ...Object(exampleOf('receiptPut').body), number: 'kasse-9-R1' };
  const to = `/pos/kasse-9/receipt/${code}/`;
  const { status } = await service.key(service.users.admin, to, { method: 'PUT', body });
  expect(status).toBe(201);
  await service.payment({ customer: '4798765432' });
  const [used, theirs] = [await roomOf(own), await roomOf(other)];
  expect(used.get('receipts')).toMatchObject({ count: 1, count_max: most.count });
  expect(used.get('receipts')?.bytes).toBeGreaterThan(100);
  expect(used.get('payments')).toMatchObject({ count: 1 });
  for (const kind of ROOM_KINDS) expect(theirs.get(kind)).toMatchObject({ count: 0, bytes: 0 });
});
