import type { Handlers } from '../endpoint.ts';
import { merchantLogo } from './merchant-logo.ts';
import { merchantLookup } from './merchant-lookup.ts';
import { merchantRead } from './merchant-read.ts';
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
import { settlementAccountRead } from './settlement-account-read.ts';
import { settlementAccountUpdate } from './settlement-account-update.ts';
import { sspUserCreate } from './ssp-user-create.ts';
import { sspUserDelete } from './ssp-user-delete.ts';
import { sspUserRead } from './ssp-user-read.ts';
import { statusCodeList } from './status-code-list.ts';
import { statusCodeRead } from './status-code-read.ts';
import { userCreate } from './user-create.ts';
import { userDelete } from './user-delete.ts';
import { userRead } from './user-read.ts';
import { userUpdate } from './user-update.ts';

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
  merchantRead,
  merchantLogo,
  merchantLookup,
  userCreate,
  userRead,
  userUpdate,
  userDelete,
  sspUserCreate,
  sspUserRead,
  sspUserDelete,
  settlementAccountRead,
  settlementAccountUpdate,
};
