import { openSqliteStore } from '../../../service/store/sqlite/open.ts';
import { NO_EFFECTS } from '../../../service/store/store.ts';
import { createPayment } from '../../../shared/payment/create.ts';
import { draft, ids, MERCHANT } from '../../support/payments.ts';

/*
 * `writer-process.ts DATABASE [COUNT]` writes payments, 16 at a time, and prints each tid once its write is
 * acknowledged. It stops after COUNT writes, or never, and stays until it is killed.
 */
const store = openSqliteStore(process.argv[2] ?? '');
await store.merchants.put(MERCHANT);
const most = Number(process.argv[3] ?? Number.POSITIVE_INFINITY);
let begun = 0;

async function write(): Promise<void> {
  while (begun < most) {
    begun += 1;
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

setInterval(() => {}, 60_000);
await Promise.all(Array.from({ length: 16 }, write));
