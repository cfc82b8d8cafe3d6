import type { PERMISSION_ROUTES } from '../routes/permission.ts';
import type { POS_ROUTES } from '../routes/pos.ts';
import type { SHORTLINK_ROUTES } from '../routes/shortlink.ts';
import type { STATUS_CODE_ROUTES } from '../routes/status-code.ts';
import type { ExamplesOf } from './example.ts';

const LOCATION = { latitude: 59.9226, longitude: 10.7596, accuracy: 5 };

export const POS_EXAMPLES: ExamplesOf<keyof typeof POS_ROUTES> = {
  posCreate: {
    body: { id: 'kasse-2', name: 'Kaffebaren, kasse 2', type: 'store', location: LOCATION },
    status: 201,
    reply: { id: 'kasse-2' },
  },
  posList: {
    status: 200,
    reply: {
      uris: ['/merchant/v1/pos/kasse-1/', '/merchant/v1/pos/kasse-2/'],
      next: null,
      prev: null,
    },
  },
  posRead: {
    params: { pos_id: 'kasse-2' },
    status: 200,
    reply: { id: 'kasse-2', name: 'Kaffebaren, kasse 2', type: 'store', location: LOCATION },
  },
  posUpdate: {
    params: { pos_id: 'kasse-2' },
    body: { name: 'Kaffebaren, terrace', type: 'mobile' },
    status: 204,
  },
  posDelete: { params: { pos_id: 'kasse-2' }, status: 204 },
};

export const STATUS_CODE_EXAMPLES: ExamplesOf<keyof typeof STATUS_CODE_ROUTES> = {
  statusCodeList: {
    status: 200,
    reply: [
      { code: '1003', name: 'PENDING' },
      { code: '2000', name: 'OK' },
    ],
  },
  statusCodeRead: {
    params: { value: '3008' },
    status: 200,
    reply: { code: '3008', name: 'AUTH' },
  },
};

const SCAN = { id: 'token:5632006343884800', argstring: 'table-7' };

export const SHORTLINK_EXAMPLES: ExamplesOf<keyof typeof SHORTLINK_ROUTES> = {
  shortlinkCreate: {
    body: { callback_uri: 'https://till.example/scans', label: 'Counter' },
    status: 201,
    reply: { id: 'xhTGU' },
  },
  shortlinkList: {
    status: 200,
    reply: { uris: ['/merchant/v1/shortlink/xhTGU/'], next: null, prev: null },
  },
  shortlinkRead: {
    params: { shortlink_id: 'xhTGU' },
    status: 200,
    reply: {
      id: 'xhTGU',
      callback_uri: 'https://till.example/scans',
      serial_number: null,
      shortlink_value: 'https://pay.example/s/xhTGU/',
      is_active: true,
      label: 'Counter',
    },
  },
  shortlinkUpdate: {
    params: { shortlink_id: 'xhTGU' },
    body: { callback_uri: 'ws:counter', label: 'Counter by the door', is_active: true },
    status: 204,
  },
  shortlinkDelete: { params: { shortlink_id: 'xhTGU' }, status: 204 },
  shortlinkLastScan: {
    params: { shortlink_id: 'xhTGU' },
    query: { ttl: '60' },
    status: 200,
    reply: SCAN,
  },
  shortlinkScan: {
    params: { shortlink_id: 'xhTGU', message_id: 'b0T1kq7nQ6mYw2c9Zr4xVg' },
    status: 200,
    reply: SCAN,
  },
};

export const PERMISSION_EXAMPLES: ExamplesOf<keyof typeof PERMISSION_ROUTES> = {
  permissionCreate: {
    body: {
      customer: '4798765432',
      pos_id: 'kasse-1',
      pos_tid: 'loyalty.0007',
      text: 'Join the coffee club?',
      scope: 'openid phone profile',
      callback_uri: 'ws:kasse-1',
    },
    status: 201,
    reply: { id: '0f3k9s7d2m1q8x5z6c4v0b9n3l7j2h1g' },
  },
  permissionRead: {
    params: { rid: '0f3k9s7d2m1q8x5z6c4v0b9n3l7j2h1g' },
    status: 200,
    reply: {
      id: '0f3k9s7d2m1q8x5z6c4v0b9n3l7j2h1g',
      customer: '4798765432',
      pos_id: 'kasse-1',
      pos_tid: 'loyalty.0007',
      text: 'Join the coffee club?',
      callback_uri: 'ws:kasse-1',
      scope: 'openid phone profile',
      date_expires: '2026-11-20 14:24:57',
    },
  },
  permissionOutcome: {
    params: { rid: '0f3k9s7d2m1q8x5z6c4v0b9n3l7j2h1g' },
    status: 200,
    reply: {
      access_token: 'at_5tXv9c2LkQ8e1RzW',
      id_token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjMTIzIn0.c2lnbmF0dXJl',
      token_type: 'Bearer',
      expires_in: 3_600,
      refresh_token: 'rt_7bNq4m0PdS6y3UaH',
      scope: 'openid phone profile',
      currency: 'NOK',
      transaction_fee: 0,
      status: 'ok',
      status_code: 2000,
      pos_id: 'kasse-1',
      pos_tid: 'loyalty.0007',
      rid: '0f3k9s7d2m1q8x5z6c4v0b9n3l7j2h1g',
      user_info: {
        phone_number: '4798765432',
        phone_number_verified: true,
        name: 'Ingrid Solheim',
      },
    },
  },
};
