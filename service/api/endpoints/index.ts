import type { Handlers } from '../endpoint.ts';
import { lastSettlement } from './last-settlement.ts';
import { merchantLogo } from './merchant-logo.ts';
import { merchantLookup } from './merchant-lookup.ts';
import { merchantRead } from './merchant-read.ts';
import { merchantUpdate } from './merchant-update.ts';
import { paymentCreate } from './payment-request-create.ts';
import { paymentList } from './payment-request-list.ts';
import { paymentOutcome } from './payment-request-outcome.ts';
import { paymentRead } from './payment-request-read.ts';
import { paymentUpdate } from './payment-request-update.ts';
import { permissionCreate } from './permission-request-create.ts';
import { permissionOutcome } from './permission-request-outcome.ts';
import { permissionRead } from './permission-request-read.ts';
import { posCreate } from './pos-create.ts';
import { posDelete } from './pos-delete.ts';
import { posList } from './pos-list.ts';
import { posRead } from './pos-read.ts';
import { posUpdate } from './pos-update.ts';
import { salesSummary } from './sales-summary.ts';
import { settlementAccountRead } from './settlement-account-read.ts';
import { settlementAccountUpdate } from './settlement-account-update.ts';
import { settlementList } from './settlement-list.ts';
import { settlementLog } from './settlement-log.ts';
import { settlementRead } from './settlement-read.ts';
import { settlementReport } from './settlement-report.ts';
import { shortlinkCreate } from './shortlink-create.ts';
import { shortlinkDelete } from './shortlink-delete.ts';
import { shortlinkLastScan } from './shortlink-last-scan.ts';
import { shortlinkList } from './shortlink-list.ts';
import { shortlinkRead } from './shortlink-read.ts';
import { shortlinkScan } from './shortlink-scan.ts';
import { shortlinkUpdate } from './shortlink-update.ts';
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
  merchantUpdate,
  merchantLogo,
  merchantLookup,
  userCreate,
  userRead,
  userUpdate,
  userDelete,
  sspUserCreate,
  sspUserRead,
  sspUserDelete,
  shortlinkCreate,
  shortlinkList,
  shortlinkRead,
  shortlinkUpdate,
  shortlinkDelete,
  shortlinkLastScan,
  shortlinkScan,
  permissionCreate,
  permissionRead,
  permissionOutcome,
  settlementAccountRead,
  settlementAccountUpdate,
  lastSettlement,
  settlementList,
  settlementRead,
  settlementLog,
  settlementReport,
  salesSummary,
};
