import { DAY, HOUR, MINUTE, SECOND } from '../time/clock.ts';

/**
 * Every bound of the product, in one place. The reference page of limits is made from this object.
 * Lengths are characters, sizes are bytes, times are milliseconds unless the name says otherwise.
 */
export const LIMITS = {
  /** Longest id and name of a point of sale (specification, Limits). */
  posTextMax: 100,
  posTypeMax: 50,
  /** pos_id, pos_tid, tid, capture_id and refund_id. */
  referenceMax: 64,
  customerMax: 100,
  textMax: 1_000,
  uriMax: 2_000,
  cidMax: 100,
  scopeTextMax: 150,
  lineItemsMax: 200,
  lineTextMax: 200,
  metadataMax: 20,
  linksMax: 20,
  scanAgeSecondsMax: 2_592_000,
  scanAgeSecondsDefault: 60,
  expirySecondsMax: 2_592_000,
  expirySecondsDefault: 21_600,
  secretMin: 8,
  secretMax: 64,
  /** Ids of merchants and API users. */
  userIdMax: 100,
  /** RSA keys of API users, bits (D-19). */
  keyBitsMin: 2048,
  keyBitsMax: 4096,
  pageSizeDefault: 100,
  pageSizeMax: 200,
  bodyBytesMax: 256 * 1024,
  headerBytesMax: 16 * 1024,
  urlMax: 4_000,
  jsonDepthMax: 16,
  /** Captures and refunds of one payment, each. */
  partsMax: 200,
  authorisationLife: 3 * DAY,
  /** How far a signature's timestamp may be from the service's clock (D-18). */
  signatureWindow: 5 * MINUTE,
  /** How long a successfully checked secret is remembered. */
  secretCacheLife: 15 * MINUTE,
  secretCacheEntries: 10_000,
  /** Failed logins per user and address before the budget is spent, and the time it refills in. */
  loginFailuresMax: 10,
  loginFailureWindow: 5 * MINUTE,
  loginFailureEntries: 10_000,
  /** The same for one address over all users, and for one user over all addresses. */
  loginFailuresWideMax: 100,
  /** Slow checks of a secret at the same time, and waiting, before the service answers 503. */
  secretChecksAtOnce: 2,
  secretChecksWaitingMax: 64,
  outcomeWaitSecondsMax: 25,
  channelNameMax: 64,
  /** Events of a channel are kept until acknowledged, or this long. */
  channelEventLife: 24 * HOUR,
  channelReplayMax: 1_000,
  channelsPerSocketMax: 32,
  socketMessageBytesMax: 16 * 1024,
  socketBacklogBytesMax: 1024 * 1024,
  socketsMax: 2_000,
  socketPingEvery: 20 * SECOND,
  requestTimeout: 30 * SECOND,
  headersTimeout: 10 * SECOND,
  keepAliveTimeout: 65 * SECOND,
  stopGrace: 5 * SECOND,
  connectionsMax: 2_000,
  walletSessionLife: 90 * DAY,
  walletCodeLife: 5 * MINUTE,
  walletCodeTriesMax: 5,
  /** Codes asked for and sign-ins tried in one window, per phone number and per address. */
  walletCodesPerNumber: 5,
  walletTriesPerAddress: 60,
  walletRateWindow: 15 * MINUTE,
  walletRateEntries: 10_000,
  walletBodyBytesMax: 4 * 1024,
  walletListMax: 50,
  /** Open streams of changes; a customer's oldest one gives way to a new one. */
  walletStreamsMax: 500,
  walletStreamsPerCustomer: 8,
  walletHeartbeatEvery: 20 * SECOND,
  /** The till's own screens: connections, messages, and how long a page's token waits for its use. */
  bridgeSocketsMax: 16,
  bridgeCommandsMax: 32,
  bridgeTokenLife: 60 * SECOND,
  bridgeTokensMax: 256,
  /** Writes waiting for a commit before the service answers 503. */
  writeQueueMax: 2_000,
  writeBatchMax: 256,
} as const;
