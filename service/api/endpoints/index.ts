import type { Handlers } from '../endpoint.ts';
import {
  catalogueChange,
  catalogueExport,
  catalogueHistory,
  catalogueImport,
  cataloguePictureCreate,
  cataloguePictureRead,
  catalogueRead,
  catalogueReport,
  catalogueTillList,
  catalogueVersionRead,
} from './catalogue.ts';
import { merchantLogo, merchantLookup, merchantRead, merchantUpdate } from './merchants.ts';
import {
  paymentCreate,
  paymentList,
  paymentOutcome,
  paymentRead,
  paymentUpdate,
} from './payments.ts';
import { periodPut } from './periods.ts';
import { permissionCreate, permissionOutcome, permissionRead } from './permissions.ts';
import { posCreate, posDelete, posList, posRead, posUpdate } from './points-of-sale.ts';
import { receiptEmail, receiptPut, receiptRead, receiptService } from './receipts.ts';
import { sspUserCreate, sspUserDelete, sspUserRead } from './self-service-users.ts';
import { settlementAccountRead, settlementAccountUpdate } from './settlement-accounts.ts';
import {
  lastSettlement,
  salesSummary,
  settlementList,
  settlementLog,
  settlementRead,
  settlementReport,
} from './settlements.ts';
import {
  shortlinkCreate,
  shortlinkDelete,
  shortlinkLastScan,
  shortlinkList,
  shortlinkRead,
  shortlinkScan,
  shortlinkUpdate,
} from './shortlinks.ts';
import { statusCodeList, statusCodeRead } from './status-codes.ts';
import { tillStatusPut } from './till-status.ts';
import { userCreate, userDelete, userRead, userUpdate } from './users.ts';

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
  catalogueRead,
  catalogueChange,
  catalogueImport,
  catalogueExport,
  catalogueHistory,
  catalogueVersionRead,
  cataloguePictureCreate,
  cataloguePictureRead,
  catalogueReport,
  catalogueTillList,
  periodPut,
  tillStatusPut,
  receiptService,
  receiptPut,
  receiptEmail,
  receiptRead,
};
