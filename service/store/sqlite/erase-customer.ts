import type { DatabaseSync } from 'node:sqlite';
import {
  CUSTOMER_SQL,
  ERASE_SQL,
  erasedBody,
  erasedPayment,
  erasedPermission,
  namingPattern,
  pseudonymOf,
  recordOf,
} from '../sql/customer-tables.ts';
import { paymentOf, requestOf, stateOf } from '../sql/payment-tables.ts';
import { permissionOf, stateOf as permissionStateOf } from '../sql/permission-tables.ts';
import { type Row, readText } from '../sql/rows.ts';
import { prepareAll } from './database.ts';

const SQL = {
  ...ERASE_SQL,
  // The log has no index by payment: a payment has the numbers of its lines.
  logLines: `UPDATE transaction_log SET customer = ? WHERE merchant_id = ? AND seq IN (SELECT own.value
    FROM payment CROSS JOIN json_each('[' || substr(payment.log_seqs, 2) || ']') AS own
    WHERE payment.tid = ?)`,
  record: CUSTOMER_SQL.record,
  sessions: CUSTOMER_SQL.removeSessions,
};

/**
 * Erases a customer inside a transaction (`CustomerStore.erase`). Returns the rewritten payments, or
 * null when there is no such customer any more.
 */
export function createCustomerEraser(database: DatabaseSync) {
  const sql = prepareAll(database, SQL);

  function payment(row: Row, pseudonym: string, pattern: string): string {
    const next = erasedPayment(paymentOf(row), pseudonym);
    const { tid, merchantId, permission } = next;
    sql.savePayment.run(next.version, requestOf(next), stateOf(next), tid);
    sql.logLines.run(pseudonym, merchantId, tid);
    if (permission !== null) sql.scopeLine.run(pseudonym, merchantId, permission.rid);
    messages(merchantId, `payment_request/${tid}`, pseudonym, pattern);
    return tid;
  }

  function permission(row: Row, pseudonym: string, pattern: string): void {
    const next = erasedPermission(permissionOf(row), pseudonym);
    const { rid, merchantId, version } = next;
    const request = JSON.stringify(next.request);
    sql.savePermission.run(version, request, permissionStateOf(next), rid);
    sql.scopeLine.run(pseudonym, merchantId, rid);
    messages(merchantId, `permission_request/${rid}`, pseudonym, pattern);
  }

  function messages(merchantId: string, resource: string, pseudonym: string, pattern: string) {
    for (const row of sql.deliveries.all(merchantId, resource)) {
      const body = erasedBody(readText(row, 'body'), pseudonym);
      sql.saveDelivery.run(body, merchantId, readText(row, 'id'));
    }
    sql.events.run(merchantId, pattern);
  }

  return (id: string): readonly string[] | null => {
    const record = recordOf(sql.record.get(id));
    if (record === null || record.msisdn === null) return null;
    const pseudonym = pseudonymOf(id);
    const pattern = namingPattern(record.msisdn);
    const payments = [...sql.payments.all(id), ...sql.unknownPayments.all(pattern)];
    const rewritten = payments.map((row) => payment(row, pseudonym, pattern));
    for (const row of [...sql.permissions.all(id), ...sql.unknownPermissions.all(pattern)]) {
      permission(row, pseudonym, pattern);
    }
    sql.profile.run(id);
    sql.code.run(id);
    sql.scans.run(id);
    sql.tokens.run(id);
    sql.sessions.run(id);
    sql.anonymise.run(id);
    return rewritten;
  };
}
