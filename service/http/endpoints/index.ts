import type { Handlers } from '../endpoint.ts';
import { paymentCreate } from './payment-request-create.ts';
import { paymentList } from './payment-request-list.ts';
import { paymentOutcome } from './payment-request-outcome.ts';
import { paymentRead } from './payment-request-read.ts';
import { paymentUpdate } from './payment-request-update.ts';
import { posCreate } from './pos-create.ts';
import { posDelete } from './pos-delete.ts';
import { posList } from './pos-list.ts';
import { posRead } from './pos-read.ts';
import { posUpdate } from './pos-update.ts';
import { statusCodeList } from './status-code-list.ts';
import { statusCodeRead } from './status-code-read.ts';

/** The handler of every route in the table. */
export const ENDPOINTS: Handlers = {
  posCreate,
  posList,
  posRead,
  posUpdate,
  posDelete,
  paymentCreate,
  paymentList,
  paymentRead,
  paymentUpdate,
  paymentOutcome,
  statusCodeList,
  statusCodeRead,
};
