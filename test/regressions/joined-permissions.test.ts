import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../service/store/migrations/index.ts';
import { openSqliteStore } from '../../service/store/sqlite/open.ts';
import { createPayment } from '../../shared/payment/create.ts';
import { joinedPermissionOf } from '../../shared/permission/joined.ts';
import { draft, ids, MERCHANT, newDatabase } from '../support/payments.ts';

/** A database as the product left it before step 7, with one payment in it. */
function oldDatabase(path: string, payment: { tid: string; request: unknown; state: unknown }) {
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT, checksum TEXT)');
  const note = database.prepare('INSERT INTO migration VALUES (?, ?, ?)');
  for (const { number, name, up } of MIGRATIONS.slice(0, 6)) {
    database.exec(up);
    note.run(number, name, createHash('sha256').update(up).digest('hex'));
  }
  database.exec('PRAGMA foreign_keys = OFF');
  const columns = `tid, merchant_id, pos_id, pos_tid, code, version, created, due_at, customer_id,
    shortlink_id, request, state`;
  database
    .prepare(`INSERT INTO payment (${columns}) VALUES (?, ?, 'till1', ?, 3008, 2, 1, NULL, 'c1',
      NULL, ?, ?)`)
    .run(
      payment.tid,
      MERCHANT.id,
      payment.tid,
      JSON.stringify(payment.request),
      JSON.stringify(payment.state),
    );
  database.close();
}

it('a permission that was granted with a payment before it had an id of its own is found by it', async () => {
  const database = newDatabase();
  const [rid, tid] = [ids.rid(), ids.tid()];
  const merchantId = MERCHANT.id;
  const asked = draft({ required_scope: 'openid' });
  const open = { kind: 'open' } as const;
  const made = createPayment({ tid, rid, merchantId, request: asked, customer: open, now: 1 });
  const grant = { at: 2, scope: 'openid', userInfo: {}, idToken: null, expires: 3 };
  const { request, ...rest } = made;
  // As it was written then: without a price.
  oldDatabase(database.path, { tid, request, state: { ...rest, permission: { rid, grant } } });
  const store = openSqliteStore(database.path);
  try {
    const payment = await store.payments.byRid(merchantId, rid);
    expect(payment?.permission).toEqual({ rid, grant, transactionFee: 0, currency: null });
    expect(payment && joinedPermissionOf(payment)?.code).toBe(2000);
    expect(await store.payments.byRid('another1', rid)).toBeNull();
  } finally {
    await store.close();
    database.remove();
  }
});
