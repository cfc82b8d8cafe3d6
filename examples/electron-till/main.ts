import { join } from 'node:path';
import { app } from 'electron';
import { openTillWindow, prepareTill } from 'tillkit/electron';
import { startTerminal } from 'tillkit/host';

// A till app: a tillkit/react page in a window without ways to other pages.
prepareTill({ harden: 'everything' });
await app.whenReady();

const data = app.getPath('userData');
const { terminal, ready, stop } = await startTerminal({
  data,
  service: { kind: 'embedded', simulator: true },
  till_api: { port: 0 },
});
const till = openTillWindow({
  terminal,
  page: join(app.getAppPath(), 'dist'),
  settings: {
    shop: { name: 'Corner shop', address: null, organisationNumber: null },
    currency: ready.currency,
    locale: 'nb-NO',
    language: 'en',
    posId: ready.pos_id,
    paidDwellSeconds: 8,
    timeZone: 'Europe/Oslo',
  },
  customerDisplay: { kind: 'automatic' },
});
till.window.once('closed', () => app.quit());

// The journal is safe without this. It gives the service time to stop in order.
let stopped = false;
app.on('before-quit', (event) => {
  if (stopped) return;
  event.preventDefault();
  stopped = true;
  void stop().finally(() => app.quit());
});
