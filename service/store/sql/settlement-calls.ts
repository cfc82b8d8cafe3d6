import type { SettlementStore } from '../ledger-store.ts';
import { scopeLineOf, transactionLineOf } from './ledger-tables.ts';
import type { NamedStatements } from './named-statements.ts';
import { readInteger, readIntegerOrNull, readText } from './rows.ts';
import { bookOf, pageParameters, type SETTLEMENT_SQL, settlementOf } from './settlement-tables.ts';

/** The part of the store of settlements that is the same on both databases. */
export function settlementCalls(
  sql: NamedStatements<keyof typeof SETTLEMENT_SQL>,
): Omit<SettlementStore, 'assign' | 'write' | 'due' | 'nextDue'> {
  return {
    async unscheduled(limit) {
      return (await sql.all('unscheduled', limit)).map(bookOf);
    },
    async schedule({ merchantId, currency }, opened, nextAt) {
      await sql.run(merchantId, 'schedule', merchantId, currency, opened, nextAt);
    },
    async scheduleOf({ merchantId, currency }) {
      const row = await sql.get('scheduleOf', merchantId, currency);
      if (row === undefined) return null;
      const nextAt = readIntegerOrNull(row, 'next_at');
      return { merchantId, currency, opened: readInteger(row, 'opened'), nextAt };
    },
    async ledgers(after, limit) {
      const from = [after?.merchantId ?? '', after?.currency ?? ''];
      return (await sql.all('books', ...from, limit)).map(bookOf);
    },
    async nextChunk({ merchantId, number, log, from, to }, start, lines) {
      const place = [merchantId, number, log, start, from, to];
      const row = await sql.get('keyAfter', ...place, lines);
      if (row === undefined) return null;
      const key = readText(row, 'line_key');
      const after = (than: string) => sql.get('nextKey', merchantId, number, log, than, from, to);
      const first = start === '' ? (await after(''))?.line_key : start;
      if (key !== first) return key;
      // A single payment fills the file; all its lines stay together.
      const next = await after(key);
      const lineKey = next?.line_key;
      return typeof lineKey === 'string' ? lineKey : null;
    },
    async read(merchantId, number) {
      return settlementOf(await sql.get('read', merchantId, number));
    },
    async last(merchantId) {
      return settlementOf(await sql.get('last', merchantId));
    },
    async lastOf({ merchantId, currency }) {
      return settlementOf(await sql.get('lastOf', merchantId, currency));
    },
    async list(merchantId, after, limit) {
      const rows = await sql.all('list', merchantId, after, limit);
      return rows.map((row) => readInteger(row, 'number'));
    },
    async listBack(merchantId, before, limit) {
      const below = before ?? Number.MAX_SAFE_INTEGER;
      const rows = await sql.all('listBack', merchantId, below, limit);
      return rows.map((row) => readInteger(row, 'number'));
    },
    async between({ merchantId, currency }, from, to, limit) {
      const rows = await sql.all('between', merchantId, currency, from, to, limit);
      return rows.map(settlementOf).filter((settlement) => settlement !== null);
    },
    async lastBefore({ merchantId, currency }, before) {
      return settlementOf(await sql.get('lastBefore', merchantId, currency, before));
    },
    async following({ merchantId, currency }, number, limit) {
      const rows = await sql.all('following', merchantId, currency, number, limit);
      return rows.map(settlementOf).filter((settlement) => settlement !== null);
    },
    async settledIn({ merchantId, currency, from, to }, number, limit) {
      const rows = await sql.all('settledIn', merchantId, currency, from, to, number, limit);
      return rows.map((row) => readInteger(row, 'seq'));
    },
    async transactionLog(page) {
      return (await sql.all('transactionLog', ...pageParameters(page))).map(transactionLineOf);
    },
    async scopeLog(page) {
      return (await sql.all('scopeLog', ...pageParameters(page))).map(scopeLineOf);
    },
  };
}
