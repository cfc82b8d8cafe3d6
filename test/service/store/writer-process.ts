import { openSqliteStore } from '../../../service/store/sqlite/open.ts';
import { NO_EFFECTS } from '../../../service/store/store.ts';
import { createPayment } from '../../../shared/payment/create.ts';
import { draft, ids, MERCHANT } from '../../support/payments.ts';

/** Writes payments without end, 16 at a time, and prints each tid once its write is acknowledged. */
const store = openSqliteStore(process.argv[2] ?? '');
await store.merchants.put(MERCHANT);

async function writeForEver(): Promise<void> {
  for (;;) {
    const request = draft({ pos_tid: ids.message() });
    const customer = { kind: 'open' } as const;
    const now = 1_000_000;
    const payment = createPayment({
      tid: ids.tid(),
      merchantId: MERCHANT.id,
      request,
      customer,
      now,
    });
    await store.payments.create(payment, NO_EFFECTS);
    process.stdout.write(`${payment.tid}\n`);
  }
}

await Promise.all(Array.from({ length: 16 }, writeForEver));
