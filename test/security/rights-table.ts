import type { ActName } from '../../service/app/operator/acts.ts';
import type { SimulatorRouteName } from '../../service/simulator/routes.ts';
import type { ScreenAct } from '../../shared/device/commands/bills.ts';
import type { RegisterCommand } from '../../shared/device/till-api/commands.ts';
import type { TillRouteName } from '../../shared/device/till-api/routes.ts';
import type { PortalRouteName } from '../../shared/portal/routes.ts';
import type { PORTAL_ROLES } from '../../shared/portal/sign-in.ts';
import type { OAUTH_ROUTES } from '../../shared/protocol/oauth.ts';
import type { RouteName } from '../../shared/protocol/routes.ts';
import type { WalletRouteName } from '../../shared/wallet/routes.ts';
import type { AudienceName } from '../support/route-tables.ts';

/*
 * Who may do what, decided by a person for each route and written apart from the product's own tables, which a change may
 * widen by mistake. A new route does not compile here until somebody has decided about it (D-461).
 */

/** An API user with a secret alone, one with a key, and the integrator of the shop. */
export type ApiCaller = 'secret' | 'key' | 'integrator';
const ANYONE = ['secret', 'key', 'integrator'] as const;
const BY_KEY = ['key', 'integrator'] as const;
const INTEGRATOR = ['integrator'] as const;

export const MERCHANT: Readonly<Record<RouteName, readonly ApiCaller[]>> = {
  catalogueRead: ANYONE,
  catalogueChange: BY_KEY,
  catalogueImport: BY_KEY,
  catalogueExport: BY_KEY,
  catalogueHistory: BY_KEY,
  catalogueVersionRead: BY_KEY,
  cataloguePictureCreate: BY_KEY,
  cataloguePictureRead: ANYONE,
  catalogueTillList: BY_KEY,
  catalogueReport: ANYONE,
  merchantRead: ANYONE,
  merchantUpdate: INTEGRATOR,
  merchantLogo: ANYONE,
  merchantLookup: INTEGRATOR,
  paymentCreate: ANYONE,
  paymentList: ANYONE,
  paymentRead: ANYONE,
  paymentUpdate: ANYONE,
  paymentOutcome: ANYONE,
  periodPut: ANYONE,
  permissionCreate: ANYONE,
  permissionRead: ANYONE,
  permissionOutcome: ANYONE,
  posCreate: ANYONE,
  posList: BY_KEY,
  posRead: ANYONE,
  posUpdate: ANYONE,
  posDelete: BY_KEY,
  receiptService: ANYONE,
  receiptPut: ANYONE,
  receiptRead: ANYONE,
  receiptEmail: ANYONE,
  lastSettlement: ANYONE,
  settlementList: ANYONE,
  settlementRead: ANYONE,
  settlementLog: ANYONE,
  settlementReport: ANYONE,
  salesSummary: ANYONE,
  settlementAccountRead: ANYONE,
  settlementAccountUpdate: ANYONE,
  shortlinkCreate: ANYONE,
  shortlinkList: ANYONE,
  shortlinkRead: ANYONE,
  shortlinkUpdate: ANYONE,
  shortlinkDelete: ANYONE,
  shortlinkLastScan: ANYONE,
  shortlinkScan: ANYONE,
  statusCodeList: ANYONE,
  statusCodeRead: ANYONE,
  tillStatusPut: ANYONE,
  userCreate: BY_KEY,
  userRead: ANYONE,
  userUpdate: BY_KEY,
  userDelete: BY_KEY,
  sspUserCreate: ANYONE,
  sspUserRead: ANYONE,
  sspUserDelete: ANYONE,
};

/** Roles of self-service users, and API users with a secret alone or with a key. */
export type PortalCaller = (typeof PORTAL_ROLES)[number] | 'secret' | 'key';
export const PORTAL_CALLERS = [
  ...['bookkeeper', 'catalogue_editor', 'manager', 'admin', 'secret', 'key'],
] as readonly PortalCaller[];
const ADMIN = ['admin', 'key'] as const;
const OFFICE = ['manager', ...ADMIN] as const;
const SHOP = ['secret', ...OFFICE] as const;
const BOOKS = ['bookkeeper', ...SHOP] as const;
const ITEMS = ['catalogue_editor', ...OFFICE] as const;
const EVERY_ROLE = PORTAL_CALLERS;

/** `open`: nobody has signed in yet. */
export const PORTAL: Readonly<Record<PortalRouteName, readonly PortalCaller[] | 'open'>> = {
  me: 'open',
  signIn: 'open',
  firstUser: 'open',
  demoSession: 'open',
  emailCode: 'open',
  emailSession: 'open',
  secondFactor: 'open',
  sessionState: EVERY_ROLE,
  sessionUse: EVERY_ROLE,
  signOut: EVERY_ROLE,
  openMerchant: EVERY_ROLE,
  payments: BOOKS,
  paymentsFile: BOOKS,
  paymentsDay: BOOKS,
  payment: BOOKS,
  refund: OFFICE,
  settlements: BOOKS,
  settlement: BOOKS,
  sales: BOOKS,
  days: BOOKS,
  daysFile: BOOKS,
  differencesFile: BOOKS,
  periodAside: ADMIN,
  tills: OFFICE,
  room: OFFICE,
  tillStatuses: OFFICE,
  tillStatus: OFFICE,
  tillForget: OFFICE,
  tillAlert: OFFICE,
  tillAlertChange: OFFICE,
  pairings: OFFICE,
  pairingCreate: OFFICE,
  pairingRevoke: OFFICE,
  users: ['secret', ...ADMIN],
  userCreate: ADMIN,
  secretRenew: ADMIN,
  keyPut: ADMIN,
  keyRemove: ADMIN,
  userRemove: ADMIN,
  apps: ['secret', ...ADMIN],
  appCreate: ADMIN,
  appChange: ADMIN,
  appSecret: ADMIN,
  appRemove: ADMIN,
  codes: SHOP,
  codeCreate: SHOP,
  codeChange: SHOP,
  codeRemove: SHOP,
  callbacks: SHOP,
  callback: SHOP,
  callbackResend: SHOP,
  catalogue: EVERY_ROLE,
  catalogueChange: ITEMS,
  catalogueImport: ITEMS,
  catalogueFile: EVERY_ROLE,
  catalogueVersions: EVERY_ROLE,
  catalogueTills: EVERY_ROLE,
  cataloguePictureCreate: ITEMS,
  cataloguePicture: EVERY_ROLE,
  acts: ADMIN,
  actsFile: ADMIN,
};

/** The scope that an access token needs; `any` token; `none`: a token opens nothing there. */
export const OAUTH: Readonly<Record<keyof typeof OAUTH_ROUTES, string>> = {
  auth: 'none',
  authForm: 'none',
  preAuth: 'none',
  postAuth: 'none',
  token: 'none',
  error: 'none',
  qrImage: 'none',
  userinfo: 'any',
  shippingAddress: 'shipping_address',
  personalId: 'fodselsnummer',
  bankId: 'bankid',
  keys: 'none',
};

/** `open`: nobody has signed in yet. All others need the session of a customer. */
export const WALLET: Readonly<Record<WalletRouteName, 'customer' | 'open'>> = {
  me: 'open',
  code: 'open',
  signIn: 'open',
  registration: 'open',
  demoSession: 'open',
  signOut: 'customer',
  requests: 'customer',
  requestRead: 'customer',
  requestClaim: 'customer',
  requestApprove: 'customer',
  requestReject: 'customer',
  attachmentList: 'customer',
  attachmentImage: 'customer',
  scanCreate: 'customer',
  scanRead: 'customer',
  permissionList: 'customer',
  permissionRead: 'customer',
  permissionAccept: 'customer',
  permissionDecline: 'customer',
  profileRead: 'customer',
  profileUpdate: 'customer',
  events: 'customer',
};

/** What the owner of the data directory does to a person. No route touches a shop, its money or its secrets. */
export const OPERATOR: Readonly<Record<ActName, 'changes' | 'reads'>> = {
  customerList: 'reads',
  customerCreate: 'changes',
  customerInvite: 'changes',
  customerImport: 'changes',
  customerRead: 'reads',
  customerExport: 'reads',
  customerBlock: 'changes',
  customerUnblock: 'changes',
  customerCredit: 'changes',
  customerErase: 'changes',
  merchantCreate: 'changes',
  merchantList: 'reads',
  merchantSet: 'changes',
  merchantIntegrator: 'changes',
  merchantLogo: 'changes',
  settlementList: 'reads',
  userInvite: 'changes',
  userCreate: 'changes',
  userList: 'reads',
  userKey: 'changes',
  integratorCreate: 'changes',
  applicationCreate: 'changes',
  personCreate: 'changes',
  personList: 'reads',
  personRole: 'changes',
  personEntities: 'changes',
  secondFactorReset: 'changes',
  callbackList: 'reads',
  callbackResend: 'changes',
  serialIssue: 'changes',
  clockConfirm: 'changes',
  databaseCopy: 'changes',
  status: 'reads',
};

/** Programs on the machine of a demo. */
export const SIMULATOR: Readonly<Record<SimulatorRouteName, 'local'>> = {
  claim: 'local',
  confirm: 'local',
  reject: 'local',
  clockRead: 'local',
  clockAdvance: 'local',
  faultAdd: 'local',
  faultsClear: 'local',
  journal: 'local',
  scan: 'local',
  permissionAccept: 'local',
  permissionDecline: 'local',
  settle: 'local',
};

/**
 * Where a register may do what: at each till; where the till's settings name a largest refund (`refunds`); or at a till
 * without staff, because nobody at a register has shown who he is (`no staff`).
 */
export type RegisterMay = 'always' | 'no staff' | 'refunds';

export const REGISTER: Readonly<Record<TillRouteName, RegisterMay>> = {
  status: 'always',
  saleStart: 'always',
  saleList: 'always',
  saleRead: 'always',
  saleCancel: 'always',
  saleCapture: 'always',
  saleRelease: 'always',
  saleRenew: 'always',
  saleAskAgain: 'always',
  saleSettle: 'always',
  saleBringToFront: 'always',
  saleSetAside: 'always',
  saleDismiss: 'always',
  command: 'always',
  billList: 'always',
  billRead: 'always',
  questionAsk: 'always',
  questionRead: 'always',
  questionCancel: 'always',
  unclaimedList: 'always',
  unclaimedClaim: 'always',
  refundStart: 'refunds',
  refundList: 'always',
  refundable: 'always',
  codeList: 'always',
};

export const REGISTER_COMMANDS: Readonly<Record<RegisterCommand, RegisterMay>> = {
  open_code: 'always',
  close_code: 'always',
  history: 'always',
  day: 'always',
  read_goods: 'always',
  bill: 'always',
  pay_bill: 'always',
  drawer: 'always',
  count_drawer: 'always',
  read_report: 'always',
  print_report: 'always',
  receipts: 'always',
  read_receipt: 'always',
  find_receipt: 'always',
  open_receipt: 'always',
  find_tender: 'always',
  print_booked: 'always',
  print_refund: 'always',
  refund_receipt: 'refunds',
  find_bill: 'always',
  refund_bill: 'refunds',
  close_period: 'no staff',
  email_receipt: 'always',
  print_receipt: 'always',
  print_test_page: 'always',
  print_day: 'always',
  read_scale: 'always',
  set_scale: 'always',
};

/** `limit`: up to the discount that a cashier gives without a supervisor. */
export const REGISTER_BILL: Readonly<Record<ScreenAct['act'], 'always' | 'limit'>> = {
  open: 'always',
  add: 'always',
  set_quantity: 'always',
  remove: 'always',
  note: 'always',
  options: 'always',
  discount_line: 'limit',
  discount_bill: 'limit',
  rename: 'always',
  // Without the number its bill may have a lower limit.
  member: 'always',
  clear: 'always',
  move: 'always',
};

/** Every audience has its table: one more does not compile without it. */
export const RIGHTS: Readonly<Record<AudienceName, Readonly<Record<string, unknown>>>> = {
  merchant: MERCHANT,
  wallet: WALLET,
  portal: PORTAL,
  oauth: OAUTH,
  operator: OPERATOR,
  simulator: SIMULATOR,
  till: REGISTER,
};
