import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createScreenBackend } from '../../../main/host/bridge/screen-backend.ts';
import { openTill } from '../../../main/host/till/open-till.ts';
import { CASHIER } from '../../../main/host/till/presence.ts';
import type { Snapshot, TillSettings } from '../../../shared/device/bridge/contract.ts';
import { receiptCodeIn } from '../../../shared/device/receipts/receipt-code.ts';
import { idIn } from '../../support/host-commands.ts';
import { startPrinter, type TestPrinter } from '../../support/printer.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { ON_THIS_MACHINE } from '../../support/sold-till.ts';
import { readZip } from '../../support/zip.ts';

/*
 * A real service, a real till with its journal, and a printer on a local port.
 */
let service: TestService;
let printer: TestPrinter;
let folder: string;
beforeEach(async () => {
  [service, printer] = await Promise.all([startTestService({ clock: 'system' }), startPrinter()]);
  folder = mkdtempSync(join(tmpdir(), 'tillkit-real-printer-'));
});
afterEach(async () => {
  await printer.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function open(more: Partial<TillSettings> = {}) {
  const settings: TillSettings = {
    shop: { name: 'Fjord Kaffe', address: null, organisationNumber: null },
    currency: 'NOK',
    locale: 'nb-NO',
    language: 'nb',
    posId: service.ready.pos[0]?.id ?? '',
    paidDwellSeconds: 8,
    timeZone: 'Pacific/Auckland',
    printer: {
      receipts: 'always',
      connection: {
        ...{ kind: 'network', host: '127.0.0.1', port: printer.port },
        form: { columns: 48, codePage: 'pc865', cut: 'partial', drawer: 'left_shut' },
      },
    },
    ...more,
  };
  const till = await openTill({
    presence: CASHIER,
    ...{ service: service.ready, directory: folder, settings },
    ...ON_THIS_MACHINE,
    report: () => undefined,
  });
  const { source, dispatch } = createScreenBackend(till.terminal, settings, till);
  const seen: Snapshot[] = [];
  const stop = source.subscribe((snapshot) => seen.push(snapshot));
  return {
    ...{ source, dispatch, seen },
    close: async () => {
      stop();
      await till.close();
    },
  };
}

it('the receipt of a paid sale is printed automatically, and the next print is a copy', async () => {
  const till = await open();
  try {
    const request = {
      amount: 12_500,
      text: 'Rømmegrøt',
      method: { kind: 'phone', msisdn: '4798765432' },
    };
    const started = await till.dispatch({ type: 'start_sale', request });
    const id = idIn(started);
    const state = () => till.source.snapshot().view.sales.find((sale) => sale.id === id);
    await expect.poll(() => state()?.tid ?? null).not.toBe(null);
    const tid = state()?.tid ?? '';
    await service.service.simulator.claim(tid, '4798765432');
    await service.service.simulator.confirm(tid, {});
    await expect.poll(() => printer.papers().length).toBe(1);
    const [paper] = printer.papers();
    const lines = paper?.lines.map(({ text }) => text) ?? [];
    expect(lines[0]).toBe('Fjord Kaffe');
    expect(lines).toContainEqual(expect.stringMatching(/^Rømmegrøt +kr 125,00$/));
    expect(lines).toContainEqual(expect.stringMatching(/^Sum +kr 125,00$/));
    const auckland = new Intl.DateTimeFormat('nb-NO', {
      ...{ day: 'numeric', month: 'short', year: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', timeZone: 'Pacific/Auckland' },
    });
    const at = state()?.state;
    if (at?.kind !== 'paid') throw new Error('not paid');
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`^Tid +${auckland.format(at.at)}$`)),
    );
    // The code opens the refund of this receipt at this till.
    const codes = [expect.stringMatching(/^kasse-1-R1\.[\w-]{22}$/)];
    expect(paper).toMatchObject({ codes, cuts: 1, page: 5 });
    expect(await till.dispatch({ type: 'print_receipt', saleId: id })).toMatchObject({ ok: true });
    await expect.poll(() => printer.papers().length).toBe(2);
    expect(printer.papers()[1]?.lines[0]?.text).toBe('KOPI');
    await expect.poll(() => till.source.snapshot().printing?.jobs).toEqual([]);
    expect(till.seen.some(({ printing }) => printing?.jobs[0]?.state === 'printing')).toBe(true);
  } finally {
    await till.close();
  }
});

it('the code is the link of a receipt that the service has, in a shop that offers links', async () => {
  const till = await open({ receiptLinks: true });
  const handedOver = () => {
    const path = join(folder, 'receipts-handed-over.json');
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  };
  try {
    await expect.poll(() => handedOver().link ?? null).not.toBe(null);
    const { link } = handedOver();
    const request = { amount: 12_500, method: { kind: 'phone', msisdn: '4798765432' } };
    const started = await till.dispatch({ type: 'start_sale', request });
    const id = idIn(started);
    const tid = () => till.source.snapshot().view.sales.find((sale) => sale.id === id)?.tid ?? '';
    await expect.poll(tid).not.toBe('');
    await service.service.simulator.claim(tid(), '4798765432');
    await service.service.simulator.confirm(tid(), {});
    await expect.poll(() => printer.papers().length).toBe(1);
    const [code = ''] = printer.papers()[0]?.codes ?? [];
    expect(code.startsWith(link)).toBe(true);
    expect(receiptCodeIn(code)).toMatch(/^kasse-1-R1\.[\w-]{22}$/);
    await expect.poll(() => handedOver()).toMatchObject({ receipt: 1, link });
    const page = await fetch(code);
    expect(page.status).toBe(200);
    const texts = (await page.text()).split(/<[^>]*>/).map((text) => text.trim());
    const rows = texts.filter((text) => text !== '').map((text) => text.replaceAll('\u00a0', ' '));
    // The name of the merchant's record, and not that of the till's settings.
    expect(rows).toContain(service.ready.merchant.name);
    expect(rows).not.toContain('Fjord Kaffe');
    expect(rows[rows.indexOf('Sum') + 1]).toBe('kr 125,00');
    const other = await fetch(`${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`);
    expect(await other.text()).not.toContain('125,00');
  } finally {
    await till.close();
  }
});

it('the diagnosis writes a support file without the till’s secret', async () => {
  printer.mood.paper = 0x12 | 0x60;
  const till = await open();
  try {
    expect(await till.dispatch({ type: 'diagnose' })).toEqual({ ok: true, value: null });
    const look = () => till.source.snapshot().diagnosis;
    await expect.poll(() => look()?.state).toBe('done');
    const found = Object.fromEntries((look()?.results ?? []).map((one) => [one.id, one]));
    expect(found).toMatchObject({
      address: { state: 'passed' },
      credentials: { state: 'passed' },
      merchant: { state: 'passed' },
      push: { state: 'passed' },
      journal: { state: 'passed' },
      printer: { state: 'failed', reason: 'no_paper' },
      screens: { state: 'passed', fact: 'browser' },
    });
    const written = await till.dispatch({ type: 'support_bundle' });
    const path = idIn(written);
    expect(existsSync(path)).toBe(true);
    const files = readZip(readFileSync(path));
    expect(files.get('checks.txt')).toContain('The printer is out of paper.');
    const { secret } = service.users.pos;
    for (const text of files.values()) expect(text).not.toContain(secret);
  } finally {
    await till.close();
  }
});

it('print commands of a screen are validated like every other command', async () => {
  const till = await open();
  try {
    for (const wrong of [
      { type: 'print_receipt' },
      { type: 'print_receipt', saleId: '../../main/host/x' },
      { type: 'print_job', jobId: 'a', act: 'burn' },
    ]) {
      expect(await till.dispatch(wrong)).toMatchObject({ refusal: { type: 'validation_error' } });
    }
    const unknown = { type: 'print_receipt', saleId: 'sale-1' };
    expect(await till.dispatch(unknown)).toMatchObject({ refusal: { type: 'Not Found' } });
    expect(await till.dispatch({ type: 'refresh' })).toEqual({ ok: true, value: null });
  } finally {
    await till.close();
  }
});
