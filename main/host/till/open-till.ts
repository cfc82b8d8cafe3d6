import { join } from 'node:path';
import type { Ready } from '../../../service/index.ts';
import { receiptIds } from '../../../shared/books/follow.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { PORTAL_PAGE } from '../../../shared/portal/contract.ts';
import { CATALOGUE_CHANNEL } from '../../../shared/protocol/events.ts';
import type { MerchantOutput } from '../../../shared/protocol/merchant.ts';
import { rootOfBase } from '../../../shared/protocol/service-addresses.ts';
import { channelName, type Terminal, type TerminalSetup } from '../../../shared/terminal/index.ts';
import { keepIn } from '../adapters/kept-value.ts';
import { type BackOffice, openBackOffice } from '../back-office/back-office.ts';
import { NO_PAPER } from '../books/books.ts';
import { openHandOver, periodSinkOf } from '../books/hand-over.ts';
import { MISSED_CLOSE_FILE, missedSeen, openMissedClose } from '../books/missed-close.ts';
import { type OpenBooks, openBooks } from '../books/open-books.ts';
import { createOpenReceipt } from '../books/open-receipt.ts';
import { createOtherTills, receiptReaderOf } from '../books/other-tills.ts';
import { openReceiptCodes, type ReceiptCodes } from '../books/receipt-codes.ts';
import { receiptOfPayment } from '../books/receipt-of-payment.ts';
import { commandsOf } from '../bridge/registry.ts';
import type { TillFeatures } from '../bridge/screen-source.ts';
import type { MachineAccess } from '../diagnosis/machine-access.ts';
import { openDiagnosis } from '../diagnosis/open-diagnosis.ts';
import type { Fiscal } from '../fiscal/fiscal.ts';
import { openTillFiscal, receiptOfNew } from '../fiscal/open-fiscal.ts';
import { permitOf } from '../fiscal/payment-permit.ts';
import { type Goods, openGoods } from '../goods/goods.ts';
import { openShopCatalogue, type ShopCatalogue, shopSourceOf } from '../goods/shop-catalogue.ts';
import { type LocalApi, type LocalApiOptions, startLocalApi } from '../local-api/server.ts';
import { openPrinting } from '../printing/open-printing.ts';
import { createQuestions } from '../questions/questions.ts';
import { createShopQuestions } from '../questions/shop-questions.ts';
import {
  HANDED_OVER_FILE,
  handedOver,
  openReceiptHandOver,
  RECEIPT_ON_ITS_WAY_FILE,
  type ReceiptHandOver,
  receiptOnItsWay,
  receiptSinkOf,
} from '../receipts/hand-over.ts';
import { issuedOfSale, untilBooked } from '../receipts/issued.ts';
import type { NamedProducts } from '../receipts/paper-text.ts';
import { createReceiptEmail } from '../receipts/receipt-email.ts';
import { createReceiptRenderer } from '../receipts/renderer.ts';
import { createReceiptLinks } from '../receipts/shown-links.ts';
import { readShownReceipt } from '../receipts/shown-receipt.ts';
import { openScale, type Scale } from '../scale/scale.ts';
import {
  identityOf,
  refundClientOf,
  type Signer,
  signerOf,
  signingOf,
  type TillAccess,
} from '../service/access.ts';
import {
  currenciesOf,
  readShop,
  refusedCurrency,
  watchCurrency,
} from '../service/shop-currencies.ts';
import { openScannerSetting } from '../settings/scanner-setting.ts';
import { followRules } from '../settings/shop-rules.ts';
import { openStatus } from '../status/open-status.ts';
import { type Engine, openEngine } from './open-engine.ts';
import type { TillPorts } from './ports.ts';
import { closesOf, type Presence, paymentsOf, settingsFileOf } from './presence.ts';
import { openSelling } from './selling.ts';

export type TillOptions = {
  readonly directory: string;
  readonly settings: TillSettings;
  readonly presence: Presence;
  /** The code that this till may show; null for none. */
  readonly deviceCode: NonNullable<TerminalSetup['deviceCode']> | null;
  /** The code that the first supervisor must type; null: none is needed. */
  readonly firstCode: string | null;
  /** Writes a line for the operator. */
  readonly report: (sentence: string) => void;
  /** Windows, printers and secrets of this machine. */
  readonly machineAccess: MachineAccess;
  /** Signs refunds for a till that has only a secret; null: the till signs them with its own key, or none. */
  readonly signer: Signer | null;
  /** Page of the shop's settlements; null when unknown. */
  readonly settlements: string | null;
  /** Told how the service knows the shop, whenever it says so; null if nobody keeps it. */
  readonly heardShop: ((record: MerchantOutput) => void) | null;
  /** What this till uses of its machine. */
  readonly ports: TillPorts;
};

/** The embedded service, which issues the till's identity. */
export type OwnService = Pick<Ready, 'base_url' | 'merchant' | 'users'>;

/** An engine with every feature that a screen or a cash register can use. */
export type Till = Engine & {
  readonly [Name in Exclude<keyof TillFeatures, MayLack>]: NonNullable<TillFeatures[Name]>;
} & Pick<TillFeatures, MayLack> & {
    /** Where a cash register reaches the till; null if the settings offer it to none. */
    readonly tillApi: LocalApi | null;
  };

/** What a till has only if its settings name the device, or if browsers may open it. */
type MayLack = 'printing' | 'scale' | 'screens';

/**
 * Opens the till of an embedded service: the journal, the terminal, which resumes open sales at once,
 * and the features. Throws `StartError` when the journal cannot be opened or the service does not know
 * this till.
 */
export async function openTill(
  options: Omit<TillOptions, 'signer' | 'settlements'> & { readonly service: OwnService },
): Promise<Till> {
  const { service } = options;
  const access = { baseUrl: service.base_url, identity: identityOf(service) };
  const settlements = `${rootOfBase(service.base_url)}${PORTAL_PAGE}settlements/`;
  return openTillOf(access, { ...options, signer: signerOf(service), settlements });
}

/**
 * Opens a till with the credentials of a pairing or a configuration; throws as `openTill` does. It is the one composition
 * of a till (D-500): the cashier's, the kiosk's and the one without screens differ by their `presence` only.
 */
export async function openTillOf(access: TillAccess, options: TillOptions): Promise<Till> {
  const { directory, report, presence, ports } = options;
  const { clock, ids, random, devices, files } = ports;
  const refunds = refundClientOf(access, options.signer, ports);
  const closedBy = closesOf(presence);
  // The fiscal device needs the books and the terminal, and the terminal asks it before each sale.
  let fiscal: Fiscal | null = null;
  // Closed in the reverse order of opening.
  const closes: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (const one of closes.splice(0).reverse()) await one();
  };
  try {
    const { goods, shop } = openGoodsOfShop(access, options, closes);
    const settings = followRules(options.settings, goods.rules);
    const opened = await openBooks(access, {
      directory,
      settings,
      clock,
      disk: ports.booksDisk,
      files,
      books: ports.books,
      closes: closedBy,
      report,
    });
    const codes = openReceiptCodes(directory, options.settings.posId, ports);
    const permit = permitOf(opened.books, () => fiscal);
    const currency = watchCurrency({
      currency: options.settings.currency,
      file: settingsFileOf(presence),
      async read() {
        const shop = await readShop(access, ports);
        if (typeof shop !== 'string') options.heardShop?.(shop);
        return currenciesOf(shop);
      },
      clock,
      report,
    });
    closes.push(async () => currency.stop());
    const engine = await openEngine(access, {
      books: opened.books,
      hints: { channel: CATALOGUE_CHANNEL, heard: shop.hint },
      directory,
      setup: setupOf(options),
      report,
      receipts: createReceiptRenderer(settings, {
        named: goods.named,
        async issued(sale) {
          await untilBooked(opened.books, sale, clock);
          return issuedOfSale({ books: opened.books, fiscal }, sale);
        },
      }),
      permit: async (payment) =>
        refusedCurrency(payment, currency) ?? permit(receiptOfNew(payment)),
      refunds,
      machine: presence.kind === 'cashier' ? null : presence.machine,
      ports,
    });
    closes.push(engine.close);
    const own = options.settings;
    fiscal = await openTillFiscal({
      books: opened.books,
      terminal: engine.terminal,
      settings: own,
      report,
      clock,
      deviceAt: devices.fiscal,
    });
    const device = fiscal;
    closes.push(async () => device.stop());
    engine.terminal.subscribe(({ connection }) => {
      if (connection.kind === 'online') currency.look();
    });
    const { terminal } = engine;
    const backOffice = await openBackOffice({
      terminal,
      books: opened.books,
      receiptOf: async (sale) =>
        (await receiptOfPayment(opened.books, receiptIds(sale)))?.receipt ?? null,
      settings: own,
      staff: presence.kind === 'register' ? 'nobody' : 'here',
      directory,
      files,
      clock,
      ids,
      random,
      refunds: refunds === null ? 'no_key' : 'possible',
      settlements: options.settlements,
      terms: opened.terms,
      firstCode: options.firstCode,
    });
    closes.push(async () => backOffice.stop());
    const links = openReceiptHandOver({
      keep: keepIn(files, join(directory, HANDED_OVER_FILE), handedOver),
      onItsWay: keepIn(files, join(directory, RECEIPT_ON_ITS_WAY_FILE), receiptOnItsWay),
      books: opened.books,
      fiscal: device,
      codes,
      settings,
      closes: closedBy,
      sink: receiptSinkOf(access, own.posId, ports),
      clock,
      report,
    });
    closes.push(links.stop);
    shop.subscribe(links.look);
    const till = {
      terminal,
      backOffice,
      named: goods.named,
      opened,
      fiscal,
      codes,
      links,
      settings,
    };
    const machine = openMachineFeatures(access, options, till);
    closes.push(async () => machine.printing?.stop());
    const openReceipt = createOpenReceipt({
      posId: own.posId,
      books: opened.books,
      codes,
      openOtherTill: createOtherTills({
        read: receiptReaderOf(access, ports),
        refundable: terminal.refundable,
      }),
    });
    const { bills, books } = openSelling({
      ...opened,
      terminal,
      publicKey: opened.key.publicKey,
      settings,
      clock,
      staff: backOffice,
      missed: openMissedClose(keepIn(files, join(directory, MISSED_CLOSE_FILE), missedSeen)),
      openReceipt,
      readShown: readShownReceipt({ books: opened.books, fiscal: device, settings, links }),
      paper: machine.printing ?? NO_PAPER,
      permit,
    });
    closes.push(async () => bills.stop());
    // A bill learns the end of its payment after the terminal does.
    bills.subscribe(() => device?.look());
    const { printing } = machine;
    const handOver = openHandOver({
      directory,
      files,
      books: opened.books,
      sink: periodSinkOf(access, own.posId, ports),
      key: opened.key,
      clock,
      report,
    });
    closes.push(handOver.stop);
    const questions = createQuestions({ clock });
    closes.push(async () => questions.stop());
    const receiptEmail = createReceiptEmail({
      links,
      books: opened.books,
      sales: () => terminal.view().sales,
    });
    const shopQuestions = createShopQuestions(questions, settings, ids, links.sendsEmail);
    const scanner = openScannerSetting(directory, files);
    const scale = scaleOf(own, ports);
    closes.push(async () => scale?.stop());
    const status = openStatus(
      access,
      { directory, posId: own.posId },
      { terminal, backOffice, bills, printing, fiscal, shop, handOver, links },
      ports,
    );
    closes.push(status.stop);
    const features = {
      ...machine,
      goods,
      bills,
      books,
      fiscal,
      receiptLinks: createReceiptLinks({
        links,
        books: opened.books,
        sales: () => terminal.view().sales,
        bills: terminal.bills.bills,
      }),
      scanner,
      scale,
      currency,
      questions,
      shopQuestions,
      receiptEmail,
      refusedReceipts: links,
      // Whoever serves browsers adds them.
      screens: null,
    };
    const commands = commandsOf(terminal, { backOffice, ...features });
    const tillApi = await startTillApi(
      { terminal, bills, commands, questions, books: opened.books, openReceipt },
      options,
    );
    closes.push(async () => tillApi?.stop());
    return { terminal, backOffice, ...features, tillApi, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens what the shop sells, by its catalogue in the service or by the till's own file. */
function openGoodsOfShop(
  access: TillAccess,
  { directory, settings: { posId }, signer, report, ports }: TillOptions,
  closes: (() => void | Promise<void>)[],
): { readonly goods: Goods; readonly shop: ShopCatalogue } {
  const source = shopSourceOf(access, posId, signingOf(access, signer), ports);
  const shop = openShopCatalogue({
    directory,
    files: ports.files,
    merchantId: access.identity.merchantId,
    source,
    clock: ports.clock,
    report,
  });
  closes.push(shop.stop);
  const goods = openGoods({
    directory,
    posId,
    shop,
    portal: `${rootOfBase(access.baseUrl)}${PORTAL_PAGE}catalogue/`,
    report,
  });
  closes.push(goods.stop);
  return { goods, shop };
}

function scaleOf({ scale }: TillSettings, { devices, clock }: TillPorts): Scale | null {
  if (scale?.connection === undefined) return null;
  return openScale({ open: devices.scale(scale.connection), clock });
}

function setupOf({
  settings,
  presence,
  deviceCode,
}: Pick<TillOptions, 'settings' | 'deviceCode' | 'presence'>): TerminalSetup {
  return {
    ...paymentsOf(presence),
    posId: settings.posId,
    currency: settings.currency,
    channel: channelName('till', settings.posId),
    deviceCode,
  };
}

/** Receipt printing and diagnosis, which use this machine. */
function openMachineFeatures(
  access: TillAccess,
  options: TillOptions,
  till: {
    readonly terminal: Terminal;
    readonly backOffice: BackOffice;
    readonly named: NamedProducts;
    readonly opened: OpenBooks;
    readonly fiscal: Fiscal | null;
    readonly codes: ReceiptCodes;
    readonly links: ReceiptHandOver;
    readonly settings: () => TillSettings;
  },
) {
  const { terminal, backOffice, named, opened, fiscal, codes, links, settings } = till;
  const { directory, report, machineAccess, ports } = options;
  const { systemPrinter } = machineAccess;
  const printing = openPrinting({
    terminal,
    settings,
    directory,
    systemPrinter,
    report,
    days: backOffice,
    books: opened.books,
    fiscal,
    codeOf: (entry) => links.linkOf(entry) ?? codes.codeOf(entry),
    named,
    printerAt: ports.devices.printer,
    clock: ports.clock,
    ids: ports.ids,
    files: ports.files,
  });
  const diagnosis = openDiagnosis({
    terminal,
    access,
    settings: options.settings,
    directory,
    machineAccess,
    printing,
    ports,
  });
  return { printing, diagnosis };
}

/** Offers the till to a cash register on this machine when the settings say so. */
async function startTillApi(
  parts: Pick<
    LocalApiOptions,
    'terminal' | 'bills' | 'commands' | 'questions' | 'books' | 'openReceipt'
  >,
  {
    settings,
    directory,
    presence,
    report,
    ports,
  }: Pick<TillOptions, 'directory' | 'settings' | 'presence' | 'report' | 'ports'>,
): Promise<LocalApi | null> {
  const { tillApi, posId, currency, language } = settings;
  if (tillApi === undefined) return null;
  const refundCeiling = presence.kind === 'register' ? presence.refundCeiling : null;
  const api = await startLocalApi({
    ...parts,
    till: { posId, currency, refundCeiling },
    directory,
    language,
    ...tillApi,
    clock: ports.clock,
    ids: ports.ids,
    report,
  });
  // Whoever starts a till without screens has the ready line.
  if (presence.kind !== 'register') {
    report(`The till API is at ${api.url}; its token is in ${api.tokenFile}.`);
  }
  return api;
}
