import { percentile } from '../report.ts';
import { type PaymentModule, startPaymentModule } from './medusa-api.ts';

/*
 * Runs Medusa's payment module in a separate process: `node medusa-process.ts FOLDER DATABASE FLOWS`.
 * The process sends `ready`. The bench then sends a number of seconds, and the process runs flows for
 * that time and sends the figures.
 */

const MONEY = { currency_code: 'nok', amount: 125 };

/** Creates, authorises and captures a payment. Each call resolves after its commit. */
async function flow(payment: PaymentModule): Promise<void> {
  const collection = await payment.createPaymentCollections(MONEY);
  const session = await payment.createPaymentSession(collection.id, {
    ...MONEY,
    provider_id: 'pp_system_default',
    data: {},
  });
  const authorized = await payment.authorizePaymentSession(session.id, {});
  if (authorized === null) throw new Error('a payment was not authorised');
  const { captured_at } = await payment.capturePayment({ payment_id: authorized.id });
  if (captured_at === null) throw new Error('a payment was not captured');
}

async function measure(payment: PaymentModule, flows: number, seconds: number) {
  const end = performance.now() + seconds * 1_000;
  const times: number[] = [];
  const processor = process.cpuUsage();
  const loop = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      await flow(payment);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: flows }, loop));
  const used = process.cpuUsage(processor);
  return {
    rate: times.length / seconds,
    p99: percentile(times, 0.99),
    cores: (used.user + used.system) / 1e6 / seconds,
  };
}

const [folder = '', database = '', count = ''] = process.argv.slice(2);
const flows = Number(count);
const { payment, stop } = await startPaymentModule(folder, database, flows);
process.on('message', (seconds) => {
  if (typeof seconds !== 'number') return;
  measure(payment, flows, seconds).then(
    (figures) => process.send?.(figures),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => {
  stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.send?.('ready');
