import { startTerminal } from 'tillkit/host';

// A till without a window. It takes one payment of a demo shop, in minor units:
//   node till.ts REFERENCE AMOUNT DATA_DIRECTORY
const [reference = 'order-1', amount = '12500', data = 'data'] = process.argv.slice(2);

const { terminal, ready, stop } = await startTerminal({
  data,
  // For a real shop: `npx tillkit pair --data data`, and `{ kind: 'paired' }` here.
  service: { kind: 'embedded', simulator: true },
  till_api: { port: 0 },
});

// The same reference finds the same sale, so the program can be repeated after any failure.
const started = await terminal.start({
  register: { reference, fingerprint: amount },
  amount: Number(amount),
  text: 'Two cortados',
  method: { kind: 'qr' },
});
if (!started.ok) throw new Error(started.refusal.description);
const { id } = started.value;

const waiting = await terminal.until(id, ['waiting_scan', 'paid']);
if (waiting.ok && waiting.value.state.kind === 'waiting_scan') {
  console.log(`code ${waiting.value.state.uri}`);
  console.log(`simulator ${ready.embedded?.simulator_url}`);
}
const paid = await terminal.until(id, 'paid');
console.log(paid.ok ? 'paid' : paid.refusal.description);
await stop();
process.exitCode = paid.ok ? 0 : 1;
