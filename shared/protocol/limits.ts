import { DAY, HOUR, MINUTE, SECOND } from '../time/clock.ts';
import { EMAIL_MAX } from './mailbox.ts';

// Lengths are characters, sizes are bytes, times are milliseconds unless the name says otherwise.
/** Every bound of the product. The reference page of limits is made from this object. */
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
  /** The same under the profiles of older generations. */
  keyBitsMinOlder: 1_024,
  keyBitsMax: 4096,
  netmaskMax: 60,
  userLabelMax: 200,
  /** A public key as it may be given; 4096 bits are below 1,000 characters in every form. */
  publicKeyTextMax: 4_000,
  merchantNameMax: 200,
  lookupIdMax: 100,
  lookupIdsMax: 20,
  featuresMax: 50,
  documentsMax: 50,
  logoBytesMax: 256 * 1024,
  /** Width and height of a logo, pixels. */
  logoSideMax: 1_024,
  sspEmailMax: EMAIL_MAX,
  personNameMax: 100,
  /** A file of customers that the operator imports: its size and its rows. */
  importBytesMax: 20 * 1024 * 1024,
  importRowsMax: 100_000,
  termsVersionMax: 40,
  legalEntitiesMax: 100,
  payoutAccountMax: 50,
  payoutDelaySecondsMax: 2_592_000,
  currenciesMax: 10,
  /** Fixed part of a fee, minor units. */
  feeFixedMax: 1_000_000_000,
  pageSizeDefault: 100,
  pageSizeMax: 200,
  bodyBytesMax: 256 * 1024,
  /** What of a body is kept before its caller is known, of all bodies at a time, and what of one is read unkept. */
  bodyBeforeCallerBytesMax: 64 * 1024,
  bodiesBytesMax: 64 * 1024 * 1024,
  bodyDroppedBytesMax: 20 * 1024 * 1024,
  headerBytesMax: 16 * 1024,
  urlMax: 4_000,
  jsonDepthMax: 16,
  /** Members of one object of a JSON body; the largest input has about sixty. */
  jsonMembersMax: 200,
  /** Values and members of one JSON body: the payments of the largest period have four fifths of them. */
  jsonValuesMax: 150_000,
  /** Captures and refunds of one payment, each. */
  partsMax: 200,
  authorisationLife: 3 * DAY,
  /** How far a signature's timestamp may be from the service's clock (D-18). */
  signatureWindow: 5 * MINUTE,
  /** How far a service's clock may be ahead of the newest commit when it starts (D-216). */
  clockAheadAtStart: 25 * DAY,
  /** How far a service's clock may be set ahead while it runs. A sleep of the machine is not counted. */
  clockAheadRunning: DAY,
  /** How far a service's clock may be behind the newest commit, or be set back. */
  clockBehind: HOUR,
  /** How old the mark of the newest commit becomes, with which the clock is compared. */
  clockMarkEvery: MINUTE,
  /** How long a secret is recognised after it was last used; a change of it ends that at once. */
  secretCacheLife: 7 * DAY,
  secretCacheEntries: 10_000,
  /** Failed logins per user and address before the budget is spent, and the time it refills in. */
  loginFailuresMax: 10,
  loginFailureWindow: 5 * MINUTE,
  loginFailureEntries: 10_000,
  /** For an address over all users, or a user over all addresses; then each has one try at new ones. */
  loginFailuresWideMax: 100,
  /** Beyond its budget a user has one more try at an address in this time; a right secret gets in. */
  loginLastTryEvery: 10 * SECOND,
  /** How long an address counts as known to a user that has logged in from it. */
  knownAddressLife: 30 * DAY,
  /** Secrets a day that are compared for a user at a known address after its budget is spent. */
  knownComparisonsMax: 10_000,
  /** Slow checks of a secret at once, and waiting, each for users at known addresses and for others. */
  secretChecksAtOnce: 2,
  secretChecksWaitingMax: 64,
  outcomeWaitSecondsMax: 25,
  channelNameMax: 64,
  /** Events of a channel are kept until acknowledged, or this long. */
  channelEventLife: 24 * HOUR,
  channelReplayMax: 1_000,
  channelsPerSocketMax: 32,
  socketMessageBytesMax: 16 * 1024,
  /** What may wait to be sent on one socket before nothing more is read from its peer, and how long it
   * may stay so; frames of a peer that are taken at once, and per second after that.
   */
  socketBacklogBytesMax: 1024 * 1024,
  socketBacklogGrace: 10 * SECOND,
  socketFramesAtOnce: 1_000,
  socketFramesPerSecond: 200,
  /** Least time between two writes of what one socket has acknowledged. */
  socketAckEvery: 100,
  socketsMax: 2_000,
  socketsPerMerchantMax: 500,
  socketPingEvery: 20 * SECOND,
  requestTimeout: 30 * SECOND,
  headersTimeout: 10 * SECOND,
  /** The interval of the check for requests that arrive too slowly. */
  slowCheckEvery: 2 * SECOND,
  keepAliveTimeout: 65 * SECOND,
  stopGrace: 5 * SECOND,
  /** How long a connection may stand still while something is asked on it. */
  stallTimeout: MINUTE,
  /** Where it is reached, connections without a whole request give way to new ones. */
  connectionsMax: 2_000,
  /** Requests taken on one connection before the first of them is answered. */
  requestsInARowMax: 8,
  walletSessionLife: 90 * DAY,
  walletCodeLife: 5 * MINUTE,
  /** Wrong tries of a code from its own address and from others; the time for the step after it. */
  walletCodeTriesMax: 5,
  registrationLife: 15 * MINUTE,
  /** One attempt to hand a one-time code to the operator's gateway, and codes under way at once. */
  codeTimeout: 5 * SECOND,
  codesUnderWay: 100,
  codesWaiting: 1_000,
  /** Codes asked for in one window: for a phone number, for it at an address where it has signed in
   * before, and at an address where it has not; and sessions of the demo at an address.
   */
  walletCodesPerNumber: 5,
  walletCodesPerAddress: 60,
  walletDemoSessionsPerAddress: 60,
  /** The same for a customer of the demo, and sessions of the demo at an address, with the simulator. */
  testSignInsMax: 100_000,
  walletRateWindow: 15 * MINUTE,
  walletRateEntries: 10_000,
  /** A customer's own address: its name, its lines, and its postal code. */
  addressNameMax: 40,
  addressLineMax: 100,
  postalCodeMax: 12,
  walletBodyBytesMax: 4 * 1024,
  walletListMax: 50,
  /** Open streams of changes; a customer's oldest one gives way to a new one. */
  walletStreamsMax: 500,
  walletStreamsPerCustomer: 8,
  walletHeartbeatEvery: 20 * SECOND,
  /** The merchant's pages: life of a session in all and without use, ended ones remembered. */
  portalSessionLife: 12 * HOUR,
  portalSessionIdle: 30 * MINUTE,
  portalInvitationLife: 7 * DAY,
  portalBodyBytesMax: 32 * 1024,
  portalSearchMax: 100,
  /** Payments on a page, read at a time, and read in one search or for the numbers of a day. */
  portalPage: 50,
  portalReadAtOnce: 500,
  portalScanMax: 5_000,
  /** Days in one view of closed days, and lines of the ledger that are compared with them. */
  portalDaysMax: 93,
  portalComparedMax: 100_000,
  /** Tills and users that are listed, and attempts and callbacks shown of one thing. */
  portalListMax: 500,
  portalAttemptsShown: 20,
  /** Pairing a till: how long a code lives, how it may be typed, and names of tills and devices. */
  pairingCodeLife: 10 * MINUTE,
  pairingCodeTextMax: 40,
  pairingNameMax: 100,
  /** Codes of a merchant that wait at the same time, and pairings that are listed. */
  pairingCodesWaitingMax: 20,
  pairingsShown: 200,
  /** Codes tried from one address, and the time in which that budget refills. */
  pairingTriesMax: 30,
  pairingTriesWindow: 10 * MINUTE,
  pairingTriesEntries: 10_000,
  /** Files of payments on their way: of one merchant, in all, and how long a reader may stand still. */
  portalDownloadsPerMerchant: 2,
  portalDownloadsAtOnce: 16,
  portalDownloadStall: 30 * SECOND,
  /** The till's own screens: connections, messages, and how long a page's token waits for its use. */
  bridgeSocketsMax: 16,
  bridgeCommandsMax: 32,
  bridgeTokenLife: 60 * SECOND,
  bridgeTokensMax: 256,
  /** Browsers that a till knows, because a launch address has let them in. */
  screenSessionsMax: 16,
  /** People who work at a till, and their names as its screens write them. */
  staffMax: 50,
  staffNameMax: 40,
  /** A till's history: its pages, the length of a search, the days kept and the days read at a time. */
  historyPage: 50,
  historyTextMax: 100,
  historyDaysKept: 400,
  historyDaysAtOnce: 31,
  /** Refunds that are remembered beside the days. */
  historyRefundsMax: 10_000,
  /** The newest receipts of a till in which a search looks; an earlier one is found by its number. */
  receiptsSearched: 50_000,
  /** A kiosk: goods in its list, and the bytes of its settings and of one picture. */
  kioskGoodsMax: 60,
  kioskFileBytesMax: 256 * 1024,
  kioskPictureBytesMax: 512 * 1024,
  /** More time on request: a factor for the times of a visit, and their most; steps of volume. */
  kioskTimeFactor: 5,
  kioskTimeSecondsMax: 1_800,
  kioskVolumeMax: 5,
  bridgeMessageBytesMax: 128 * 1024,
  /** A request of an embedded page to a route of the shop. */
  shopRouteBodyBytesMax: 1024 * 1024,
  /** Goods: the catalogue of a till, its pictures (bytes, each and all), and names on its keys. */
  catalogueBytesMax: 512 * 1024,
  /** A closed period of a till: characters of its close, and payments. */
  periodCloseMax: 500_000,
  periodPaymentsMax: 20_000,
  /** A request that hands a closed period over: its payments and its close. */
  periodBodyBytesMax: 5 * 1024 * 1024,
  /** Unsolved problems of one kind and till that are kept of periods which the service does not have. */
  periodProblemsMax: 20,
  /** Receipts that are named of those which a close leaves out. */
  receiptsLeftOutShown: 50,
  /** What a till says of itself: its version, and the least time between two reports. */
  tillVersionMax: 50,
  tillStatusGap: SECOND,
  /** Minutes after which a silent till is an alert. */
  tillSilentMinutesMin: 5,
  tillSilentMinutesDefault: 10,
  tillSilentMinutesMax: 7 * 24 * 60,
  /** The catalogue of a shop: changes in one request, older versions whose content is kept, entries of the
   * history on a page, and differences that the history keeps of one version.
   */
  catalogueChangesMax: 500,
  /** A request that changes or imports a catalogue: the whole catalogue with what JSON adds to it. */
  catalogueBodyBytesMax: 1024 * 1024,
  /** Name of the person for whom a program changes a catalogue. */
  cataloguePersonMax: 60,
  catalogueVersionsKept: 50,
  /** Entries of the history of a catalogue that are kept. */
  catalogueHistoryKept: 10_000,
  catalogueHistoryPage: 50,
  catalogueDifferencesKept: 20,
  /** The sentence with which a till says why it refused a catalogue. */
  catalogueProblemMax: 500,
  /** A file of products, characters. */
  catalogueCsvMax: 400_000,
  /** Files of products that wait for their turn: of all shops, and of one. */
  importsWaiting: 64,
  importsWaitingOfShop: 4,
  /** A picture of a product as it is uploaded (bytes, pixels), and the longer side that it is scaled to. */
  cataloguePictureBytesMax: 80 * 1024,
  /** The request with such a picture as base64, bytes. */
  cataloguePictureBodyBytesMax: 128 * 1024,
  cataloguePictureSideMax: 1_024,
  cataloguePictureSide: 320,
  categoriesMax: 30,
  productsMax: 500,
  productNameMax: 60,
  /** Letters on a key without a picture, and points of sale that a product names. */
  productLettersMax: 3,
  productTillsMax: 100,
  /** Grams of the box in which goods by the kilogram are weighed. */
  productTareMax: 9_999,
  optionGroupsMax: 100,
  /** A text of the shop at the head or at the end of its receipts, characters. */
  receiptTextMax: 160,
  /** A receipt that the service keeps: a name with its options, the number, the code, and texts at each end. */
  receiptLineMax: 1_000,
  receiptNumberMax: 120,
  receiptCodeMax: 140,
  receiptTextsMax: 8,
  /** How long the service keeps a receipt, if its operator does not say another time. */
  receiptLife: 400 * DAY,
  /** Pages of receipts for one address of the network, and the time in which that budget refills. */
  receiptPagesMax: 120,
  receiptPagesWindow: 10 * MINUTE,
  receiptPagesEntries: 10_000,
  /** E-mails of one receipt, and of one shop in an hour. */
  receiptEmailsMax: 3,
  receiptEmailsPerHour: 500,
  /** The way of an e-mail to the mail server, and attempts at once, in all and of one shop. */
  emailTimeout: 30 * SECOND,
  emailsAtOnce: 4,
  emailsAtOnceOfShop: 2,
  /** How long the server may take to answer a whole e-mail (RFC 5321, section 4.5.3.2.6). */
  emailReplyTimeout: 10 * MINUTE,
  /** How long the service tries to send an e-mail. */
  emailLife: DAY,
  picturesMax: 500,
  pictureBytesMax: 256 * 1024,
  picturesBytesMax: 16 * 1024 * 1024,
  /** A basket: its lines, how many of one thing, and baskets that are parked at tables. */
  basketLinesMax: 100,
  basketQuantityMax: 999,
  tablesMax: 100,
  /** Open bills of one till, with and without a name. */
  billsMax: 200,
  tableNameMax: 40,
  /** The till API: a register's own reference, bodies, connections, calls that wait, events kept. */
  registerReferenceMax: 100,
  tillApiBodyBytesMax: 64 * 1024,
  tillApiConnectionsMax: 64,
  tillApiWaitsMax: 32,
  tillApiSocketsMax: 16,
  tillApiEventsKept: 1_000,
  tillApiOriginsMax: 20,
  /** Questions to the customer: options, the words, a typed answer, and how long the customer has. */
  questionOptionsMax: 8,
  questionWordsMax: 200,
  questionTextMax: 200,
  questionSecondsMin: 5,
  questionSecondsMax: 300,
  /** Tips that a shop offers: parts of the price, and sums. */
  tipsOfferedMax: 3,
  /** Names of tenders beside phone and cash that a till offers. */
  otherTendersMax: 8,
  /** Opening hours: times of one day, and dates with hours of their own. */
  openingSpansMax: 6,
  openingExceptionsMax: 100,
  /** Shortlinks: a printed serial number, how many are issued at once, the label, and the argstring. */
  serialNumberMax: 32,
  serialsAtOnceMax: 10_000,
  labelMax: 100,
  argstringMax: 500,
  /** How long a scan token names its customer (D-107), and how far back `last_scan` looks. */
  scanTokenLife: 24 * HOUR,
  lastScanSecondsMax: 86_400,
  lastScanSecondsDefault: 60,
  /** Scans of one customer in one window, and the answer text that is shown for one (D-139). */
  scansPerCustomer: 120,
  scanAnswerMax: 500,
  /** Requests that wait for scans of one shortlink and are read when it is scanned. */
  listenersMax: 50,
  /** Access and refresh tokens (D-118), codes (D-127), and requests for authorisation. */
  accessTokenLife: HOUR,
  refreshTokenLife: 90 * DAY,
  oauthCodeLife: 60 * SECOND,
  oauthRequestLife: 15 * MINUTE,
  oauthStateMax: 500,
  applicationsMax: 50,
  oauthTriesMax: 5,
  oauthBodyBytesMax: 16 * 1024,
  /** Attachments: how long an upload address lives, and how large parts and uploads may be. */
  attachmentUriLife: HOUR,
  attachmentImageBytesMax: 1_000_000,
  /** Width times height of an attached picture, pixels; whoever looks at it needs four bytes for each. */
  attachmentImagePixelsMax: 16 * 1024 * 1024,
  attachmentJsonBytesMax: 256 * 1024,
  /** Values and members of one list or receipt: a thousand items have fifteen each. */
  attachmentValuesMax: 20_000,
  attachmentUploadBytesMax: 5 * 1024 * 1024,
  attachmentPartsMax: 20,
  attachmentsPerPaymentMax: 50,
  attachmentItemsMax: 1_000,
  /** Callbacks: how long one attempt may take, by its event (D-141, D-147). */
  callbackTimeout: 10 * SECOND,
  displayTimeout: 3 * SECOND,
  scanTimeout: 5 * SECOND,
  /** How much of a receiver's answer is read, bytes (D-139). */
  callbackAnswerBytesMax: 4 * 1024,
  /** Attempts under way: in all, to one host, and the same for hosts whose last one failed or is missing. */
  callbacksAtOnce: 64,
  callbacksPerHost: 4,
  callbacksToSickHosts: 32,
  callbacksPerSickHost: 1,
  /** Longest wait that a receiver's `Retry-After` can ask for. */
  callbackRetryAfterMax: HOUR,
  /** After this time another process may repeat an attempt whose end was not reported. */
  callbackLease: MINUTE,
  /** The delivery log: how long closed deliveries stay, and how many attempts of each. */
  callbackLogLife: 30 * DAY,
  callbackAttemptsKept: 50,
  /** Ids a receiver of callbacks remembers to tell repeats. */
  callbackIdsRemembered: 10_000,
  /** The ledger: lines read at a time, and numbers whose sums one query computes. */
  ledgerPage: 1_000,
  ledgerSpan: 20_000,
  /** Lines of one log file of a settlement, and how long its address is good for (D-174). */
  logLinesPerFile: 50_000,
  logAddressLife: 30 * DAY,
  /** Sales summary: periods, and members of each list over all products. */
  summaryPeriodsMax: 1_000,
  summaryCellsMax: 50_000,
  /** Settlement report: settlements, products, and how far it looks back by default. */
  reportSettlementsMax: 1_000,
  reportProductsMax: 5_000,
  reportSpanDefault: 366 * DAY,
  /** Requests of a merchant that write at once, if one of so many last ones was another merchant's. */
  writesBesideOthersMax: 1,
  writesRemembered: 1_000,
  /** Writes of one merchant, and in all, that wait for a commit before the service answers 503. */
  writeQueueShareMax: 2_000,
  writeQueueMax: 16_000,
  /** Payments that the embedded store keeps after a write; merchants and users after a read. */
  recentPayments: 1_000,
  rowsAtHand: 1_000,
  writeBatchMax: 256,
  /** The operator's socket: its connections, and how long one may be silent while a large database is copied. */
  operatorConnectionsMax: 16,
  operatorStallTimeout: HOUR,
  /** Electronic tickets of a payment, and the text of one's code (older profiles only). */
  ticketsMax: 50,
  ticketCodeMax: 200,
} as const;
