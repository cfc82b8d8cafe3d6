import { expect, it } from 'vitest';
import { drive, QR_SALE } from '../support/till.ts';
import { tillWorld } from '../support/till-world.ts';

/*
 * Simulated worlds 9004015 and 9005591 ("renew was accepted and not carried out"): an earlier request
 * had put the reservation's end off without the till's knowledge. The till read that after a person
 * had ordered a renewal, took it for the effect of this order, and sent nothing.
 */

it('a renewal is sent even if the till first reads an earlier extension', async () => {
  const world = tillWorld();
  const id = await world.started({ ...QR_SALE, mode: { kind: 'authorise' } });
  await world.becomes('waiting_scan');
  world.service.confirm();
  await world.becomes('authorised');
  world.clock.advance(10_000);
  world.service.happenTo(id, { kind: 'reauth' });
  world.clock.advance(10_000);
  const later = await world.again();
  expect(await later.till.act(id, 'renew')).toMatchObject({ ok: true });
  await drive(later.clock, () => later.till.sale(id)?.renewal?.state !== 'under_way');
  expect(later.calls('reauth')).toBe(1);
  expect(later.till.sale(id)?.log.map(({ key }) => key)).toContain('renewed');
});
