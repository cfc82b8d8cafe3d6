import { describe, expect, it } from 'vitest';
import type { DeviceCodeView } from '../../../shared/terminal/sale/state.ts';
import { openTill } from './fixture.ts';
import { NOW, view } from './sales.ts';

const { cashier, key, page, paid } = openTill();
const OWN = { deviceCode: 'own' } as const;
const TOKEN = 'token:123456789012345678';

const code = (state: DeviceCodeView['state']): DeviceCodeView => ({
  id: 'till1-188',
  uri: 'https://pay.test/s/abcde/till1-188',
  state,
  opened: NOW - 30_000,
});

const commands = () => cashier().commands();

describe('a customer who scans before the total is known', () => {
  it('scans this till’s own code, which the cashier shows and removes', async () => {
    expect(await key('Show code before total').count()).toBe(0);
    await cashier().show(view([]), OWN);
    await key('Show code before total').click();
    expect(await commands()).toEqual([{ type: 'open_code' }]);
    await cashier().show(view([], { codes: [code('shown')] }), OWN);
    await page().getByRole('img', { name: 'QR code for this till' }).waitFor();
    expect(await key('Show code before total').count()).toBe(0);
    await key('Remove code').click();
    expect((await commands()).at(-1)).toEqual({ type: 'close_code', codeId: 'till1-188' });
  });

  it('gets the request when the sale starts, and the code is removed', async () => {
    await cashier().show(view([], { codes: [code('scanned')] }), OWN);
    await page().getByText('Scanned. The customer is waiting for the total.').waitFor();
    expect(await page().locator('.qr').count()).toBe(0);
    expect(await key('Enter items or an amount first').getAttribute('aria-disabled')).toBe('true');
    await page().keyboard.type('12500');
    await key(/^Request kr\s125\.00$/).click();
    await expect
      .poll(paid)
      .toEqual([{ amount: 12_500, method: { kind: 'device_code', code: 'till1-188' } }]);
  });

  it('whose scan belongs to no shown code is selected by the cashier', async () => {
    const scans = [{ token: TOKEN, argstring: 'x', at: NOW - 60_000 }];
    await cashier().show(view([], { scans }));
    await page().getByText('A customer scanned this till’s link at 08:41.').waitFor();
    await page().keyboard.type('5000');
    await key(/^Request kr\s50\.00$/).click();
    await expect
      .poll(paid)
      .toEqual([{ amount: 5_000, method: { kind: 'scan_token', token: TOKEN } }]);
  });
});
