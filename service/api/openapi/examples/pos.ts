import type { POS_ROUTES } from '../../../../shared/protocol/routes/pos.ts';
import type { STATUS_CODE_ROUTES } from '../../../../shared/protocol/routes/status-code.ts';
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
