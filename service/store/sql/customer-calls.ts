import { type CustomerStore, customerOwner, SERVICE } from '../store.ts';
import {
  addParameters,
  type CUSTOMER_SQL,
  customerOf,
  HOLDINGS,
  type HOLDINGS_SQL,
  holdingParameter,
  holdingsOf,
  recordOf,
} from './customer-tables.ts';
import type { NamedReads, NamedStatements } from './named-statements.ts';

type Calls =
  | 'list'
  | 'add'
  | 'record'
  | 'recordByMsisdn'
  | 'records'
  | 'holdings'
  | 'putCode'
  | 'putSession'
  | 'bySession'
  | 'removeSession';

/** The part of the store of customers that is the same on both databases. */
export function customerCalls(
  sql: NamedStatements<keyof typeof CUSTOMER_SQL>,
  held: NamedReads<keyof typeof HOLDINGS_SQL>,
): Pick<CustomerStore, Calls> {
  return {
    async list(limit) {
      return (await sql.all('list', limit)).flatMap((row) => customerOf(row) ?? []);
    },
    async add(record) {
      const added = await sql.run(SERVICE, 'add', ...addParameters(record));
      return added === 1 ? 'added' : 'taken';
    },
    async record(id) {
      return recordOf(await sql.get('record', id));
    },
    async recordByMsisdn(msisdn) {
      return recordOf(await sql.get('recordByMsisdn', msisdn));
    },
    async records(after, limit) {
      const rows = await sql.all('records', after ?? '', limit);
      return rows.flatMap((row) => recordOf(row) ?? []);
    },
    async holdings(id) {
      const read = HOLDINGS.map((name) => held.all(name, holdingParameter(name, id)));
      const rows = await Promise.all(read);
      return holdingsOf(new Map(HOLDINGS.map((name, index) => [name, rows[index] ?? []])));
    },
    async putCode(owner, codeHash, expires) {
      await sql.run(customerOwner(owner), 'putCode', owner, codeHash, expires);
    },
    async putSession(tokenHash, customerId, expires) {
      const row = [tokenHash, customerId, expires];
      await sql.run(customerOwner(customerId), 'putSession', ...row);
    },
    async bySession(tokenHash, now) {
      return customerOf(await sql.get('bySession', tokenHash, now));
    },
    async removeSession(tokenHash) {
      await sql.run(`session ${tokenHash}`, 'removeSession', tokenHash);
    },
  };
}
