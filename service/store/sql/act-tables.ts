import type { Act, ActStore } from '../acts.ts';
import type { NamedReads } from './named-statements.ts';
import { type Row, readInteger, readText } from './rows.ts';

export const ACT_SQL = {
  // An act of several commits is kept by the first of them.
  put: `INSERT INTO portal_act (merchant_id, id, at, person, kind, subject, details)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (merchant_id, id) DO NOTHING`,
  list: `SELECT merchant_id, id, at, person, kind, subject, details FROM portal_act
    WHERE merchant_id = ? AND (at, id) < (?, ?) ORDER BY at DESC, id DESC LIMIT ?`,
};

/** The row of an act. */
export function actRow({ merchantId, id, at, person, kind, subject, details }: Act) {
  return [merchantId, id, at, person, kind, subject, JSON.stringify(details)] as const;
}

function actOf(row: Row): Act {
  return {
    merchantId: readText(row, 'merchant_id'),
    id: readText(row, 'id'),
    at: readInteger(row, 'at'),
    person: readText(row, 'person'),
    kind: readText(row, 'kind'),
    subject: readText(row, 'subject'),
    details: JSON.parse(readText(row, 'details')),
  };
}

export function createActStore(sql: NamedReads<'list'>): ActStore {
  return {
    async list(merchantId, after, limit) {
      const { created, id } = after ?? { created: Number.MAX_SAFE_INTEGER, id: '' };
      return (await sql.all('list', merchantId, created, id, limit)).map(actOf);
    },
  };
}
