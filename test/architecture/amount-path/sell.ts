import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AMOUNT, READERS } from './definition.ts';
import { begin, end, passed } from './trace.ts';

/* Sells one amount on the whole product in this process; prints the functions of its path. */

const { createService } = await import('../../../service/index.ts');
const { loadSettings, shopOf } = await import('../../../main/host/settings/till-settings.ts');
const { openTill } = await import('../../../main/host/till/open-till.ts');
const { createTerminalBridge } = await import('../../../main/host/bridge/screen-backend.ts');
const { createTill } = await import('../../../renderer/state/till-store.ts');

const directory = mkdtempSync(join(tmpdir(), 'tillkit-amount-'));
const service = createService({
  data: { kind: 'directory', path: directory },
  port: 0,
  demo: true,
  simulator: true,
  log: 'silent',
});
const ready = await service.start();
const settings = loadSettings(directory, {
  shop: shopOf(ready.merchant),
  posId: ready.pos[0]?.id ?? '',
  systemLanguage: 'en',
});
const host = await openTill({ service: ready, directory, settings, report: () => undefined });
const till = createTill(createTerminalBridge(host.terminal, settings));
const stateOf = () => till.store.getState().snapshot?.view.sales[0]?.state.kind;

/** Waits until the till's sale is in this state. */
async function becomes(kind: string): Promise<void> {
  for (let turns = 0; stateOf() !== kind; turns += 1) {
    if (turns > 3_000) throw new Error(`the sale is ${stateOf()}, not ${kind}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

const send = globalThis.fetch;
// The service replies to the capture after the commit of its ledger lines: the path ends there.
globalThis.fetch = async (input, init) => {
  const response = await send(input, init);
  if (String(input).endsWith('/capture/')) end();
  return response;
};

begin();
for (const digit of String(AMOUNT)) till.press({ kind: 'digit', digit: Number(digit) as 0 });
await till.startSale({ kind: 'phone', msisdn: '4798765432' });
await becomes('waiting_approval');
const sale = till.store.getState().snapshot?.view.sales[0];
const approved = await service.simulator?.confirm(sale?.tid ?? '');
if (approved?.ok === false) throw new Error(approved.refusal.description);
await becomes('paid');

const reads = (name: string) => READERS.some((place) => name.startsWith(place));
console.log(JSON.stringify([...passed].filter((name) => !reads(name)).sort(), null, 1));
till.stop();
await host.close();
await service.stop();
rmSync(directory, { recursive: true, force: true });
process.exit(0);
