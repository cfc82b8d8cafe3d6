import { startScreenHost, startTerminal } from 'tillkit/host';

// The till that serves the page, with an embedded service for trials:
//   vite build && node serve.ts DATA_DIRECTORY dist
const [data = 'data', assetsDir = 'dist'] = process.argv.slice(2);

const { terminal, ready, stop } = await startTerminal({
  data,
  service: { kind: 'embedded', simulator: true },
  till_api: { port: 0 },
});
const settings = {
  shop: { name: 'Corner shop', address: 'Storgata 1, 0155 Oslo', organisationNumber: null },
  currency: ready.currency,
  locale: 'nb-NO',
  language: 'en',
  posId: ready.pos_id,
  paidDwellSeconds: 8,
  timeZone: 'Europe/Oslo',
} as const;
const screen = await startScreenHost({ terminal, settings, assetsDir, port: 0 });
console.log(`till ${screen.launchAddress()}`);
console.log(`simulator ${ready.embedded?.simulator_url}`);

process.once('SIGTERM', async () => {
  await screen.stop();
  await stop();
});
