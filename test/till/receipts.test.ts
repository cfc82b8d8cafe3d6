import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_NAMES } from '../../main/host/receipts/paper-text.ts';
import { createReceiptRenderer } from '../../main/host/receipts/renderer.ts';
import { createMoneyService, type MoneyService } from '../support/money-service.ts';
import { TILL_SETTINGS } from '../support/scripted-terminal.ts';
import { QR_SALE } from '../support/till.ts';

/* The customer's phone gets the receipt once, whichever answers are lost (D-160 to D-167). */

let world: MoneyService;
let uploads: { readonly path: string; readonly size: number }[];

beforeAll(async () => {
  world = await createMoneyService(
    {},
    createReceiptRenderer(() => TILL_SETTINGS, { named: NO_NAMES, issued: async () => null }),
  );
});
beforeEach(() => {
  uploads = [];
  world.done.length = 0;
});
afterEach(async () => {
  world.onWire(() => 'deliver');
  await world.stop();
});
afterAll(() => world.end());

/** Sets the fate of each upload in order. Later uploads are delivered. */
function watch(...fates: readonly ('deliver' | 'drop_before' | 'drop_after')[]): void {
  world.onWire((method, path, body) => {
    if (method !== 'POST' || !path.includes('/attachment/')) return 'deliver';
    uploads.push({ path, size: body.length });
    return fates[uploads.length - 1] ?? 'deliver';
  });
}

async function paid(): Promise<void> {
  await world.till().start(QR_SALE);
  await world.becomes('waiting_scan');
  await world.approve();
  await world.becomes('paid');
}

const sent = () => world.sale().log.filter((line) => line.key === 'receipt_sent').length;
const attached = () => world.done.filter(isUpload).length;
const isUpload = (one: { path: string; status: number }) =>
  one.path.includes('/attachment/') && one.status === 201;

describe('a receipt', () => {
  it('is drawn and uploaded when a sale is paid, and not again after a restart', async () => {
    await world.start();
    watch();
    await paid();
    await world.until(() => sent() === 1);
    expect(attached()).toBe(1);
    await world.stop();
    await world.start();
    // If the till repeated the first upload, it would do so before the next sale's upload.
    const before = world.sale().id;
    await paid();
    expect(world.sale().id).not.toBe(before);
    await world.until(() => sent() === 1);
    expect(uploads).toHaveLength(2);
    expect(new Set(uploads.map(({ path }) => path)).size).toBe(2);
    expect(uploads[0]?.size).toBeGreaterThan(500);
  });

  it('is attached once if the answer to its upload is lost', async () => {
    await world.start();
    watch('drop_after');
    await paid();
    await world.until(() => sent() === 1);
    expect(uploads).toHaveLength(2);
    expect(new Set(uploads.map(({ path }) => path)).size).toBe(1);
    expect(attached()).toBe(1);
  });

  it('is uploaded again if an upload did not arrive', async () => {
    await world.start();
    watch('drop_before', 'drop_before');
    await paid();
    await world.until(() => sent() === 1);
    expect(uploads).toHaveLength(3);
    expect(attached()).toBe(1);
  });
});
