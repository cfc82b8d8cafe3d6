import { permissionDueAt } from '../../../shared/permission/decide.ts';
import type { Permission } from '../../../shared/permission/permission.ts';
import { type Row, readText } from './rows.ts';

export const PERMISSION_SQL = {
  insert: `INSERT INTO permission_request (rid, merchant_id, pos_id, pos_tid, code, version, created,
    modified, due_at, customer_id, request, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, pos_id, pos_tid) DO NOTHING`,
  byRid: 'SELECT request, state FROM permission_request WHERE rid = ? AND merchant_id = ?',
  byRidAlone: 'SELECT request, state FROM permission_request WHERE rid = ?',
  byPosTid: `SELECT request, state FROM permission_request
    WHERE merchant_id = ? AND pos_id = ? AND pos_tid = ?`,
  ofCustomer: `SELECT request, state FROM permission_request WHERE customer_id = ?
    ORDER BY created DESC LIMIT ?`,
  save: `UPDATE permission_request SET code = ?, version = ?, modified = ?, due_at = ?, state = ?
    WHERE rid = ? AND merchant_id = ? AND version = ?`,
  due: `SELECT merchant_id, rid FROM permission_request WHERE due_at IS NOT NULL AND due_at <= ?
    ORDER BY due_at LIMIT ?`,
  nextDue: `SELECT due_at FROM permission_request WHERE due_at IS NOT NULL
    ORDER BY due_at LIMIT 1`,
};

export function parameters(permission: Permission): (string | number | null)[] {
  const { request } = permission;
  return [
    permission.rid,
    permission.merchantId,
    request.pos_id,
    request.pos_tid,
    permission.code,
    permission.version,
    permission.created,
    permission.modified,
    permissionDueAt(permission),
    permission.customerId,
    JSON.stringify(request),
    stateOf(permission),
  ];
}

export function stateOf(permission: Permission): string {
  const { request: _request, ...state } = permission;
  return JSON.stringify(state);
}

/** The stored text is the product's own writing. */
export function permissionOf(row: Row): Permission {
  const request: Permission['request'] = JSON.parse(readText(row, 'request'));
  const state: Omit<Permission, 'request'> = JSON.parse(readText(row, 'state'));
  return { ...state, request };
}
