import type { Snapshot, TillSettings } from '../../../shared/device/bridge/contract.ts';
import { present } from '../../../shared/objects/present.ts';
import type { ShopRules } from '../../../shared/protocol/shop-rules.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { BackOffice } from '../back-office/back-office.ts';
import type { HostBills } from '../bills/bills.ts';
import type { HostBooks } from '../books/books.ts';
import type { Dispatch } from '../commands/commands.ts';
import type { Diagnosis } from '../diagnosis/diagnosis.ts';
import type { Fiscal } from '../fiscal/fiscal.ts';
import type { Goods } from '../goods/goods.ts';
import type { Printing } from '../printing/printing.ts';
import type { Questions } from '../questions/questions.ts';
import type { ShopQuestions } from '../questions/shop-questions.ts';
import type { RefusedReceipts } from '../receipts/hand-over.ts';
import type { ReceiptEmail } from '../receipts/receipt-email.ts';
import type { ReceiptLinks } from '../receipts/shown-links.ts';
import type { Scale } from '../scale/scale.ts';
import type { Screens } from '../screens/screens.ts';
import type { CurrencyWatch } from '../service/shop-currencies.ts';
import type { ScannerSetting } from '../settings/scanner-setting.ts';
import { followRules } from '../settings/shop-rules.ts';

/** The features of a till, each with its own view and commands. Null: this till does not have it, and says so. */
export type TillFeatures = {
  /** Staff lock, sales history and end-of-day totals; without it everybody at the till may do everything. */
  readonly backOffice: BackOffice | null;
  readonly goods: Goods | null;
  readonly bills: HostBills | null;
  readonly books: HostBooks | null;
  readonly fiscal: Fiscal | null;
  readonly receiptLinks: ReceiptLinks | null;
  readonly printing: Printing | null;
  readonly diagnosis: Diagnosis | null;
  /** Compares the till's currency with the shop's. */
  readonly currency: CurrencyWatch | null;
  /** What the till has learned about its keyboard scanner. */
  readonly scanner: ScannerSetting | null;
  readonly scale: Scale | null;
  /** Questions to the customer in front of the till. */
  readonly questions: Questions | null;
  readonly shopQuestions: ShopQuestions | null;
  readonly receiptEmail: ReceiptEmail | null;
  /** The receipts that the service has refused, until a person has seen them. */
  readonly refusedReceipts: RefusedReceipts | null;
  /** The browsers that may open the till; only where some may. */
  readonly screens: Screens | null;
};

/** The features of a terminal alone, as a program that embeds it has it: it takes payments by phone and nothing else. */
export const TERMINAL_ALONE: TillFeatures = {
  backOffice: null,
  goods: null,
  bills: null,
  books: null,
  fiscal: null,
  receiptLinks: null,
  printing: null,
  diagnosis: null,
  currency: null,
  scanner: null,
  scale: null,
  questions: null,
  shopQuestions: null,
  receiptEmail: null,
  refusedReceipts: null,
  screens: null,
};

/** The snapshots of one kind of screen, over a socket and over Electron's IPC alike. */
export interface ScreenSource<S = Snapshot> {
  snapshot(): S;
  /** Calls `listener` with every snapshot after a change. Returns how to stop. */
  subscribe(listener: (snapshot: S) => void): () => void;
}

/** What a page shows, and where its commands go. */
export type ServedPage = { readonly source: ScreenSource<unknown>; readonly dispatch: Dispatch };

const NO_RULES: ShopRules = {};

/** An empty list is left out. */
const orLeftOut = <T>(list: readonly T[]): readonly T[] | undefined =>
  list.length === 0 ? undefined : list;

/**
 * Joins the till's settings with the rules of its catalogue, the terminal's view and the views of the till's features, for
 * each screen by its id. What depends on the person at a screen differs between them.
 */
export function createScreenSources(
  terminal: Terminal,
  settings: TillSettings,
  features: TillFeatures,
): (screen: string) => ScreenSource {
  const {
    backOffice,
    goods,
    bills,
    books,
    fiscal,
    receiptLinks,
    printing,
    diagnosis,
    currency,
    scanner,
    questions,
    receiptEmail,
    refusedReceipts,
    screens,
  } = features;
  const settingsNow = followRules(settings, goods?.rules ?? (() => NO_RULES));
  const snapshot = (screen: string, view = terminal.view()): Snapshot => {
    const office = backOffice?.view(screen);
    const diagnosisView = diagnosis?.view() ?? null;
    const otherCurrency = currency?.view() ?? null;
    return {
      settings: settingsNow(),
      view,
      ...present({
        backOffice: office,
        goods: goods?.view(),
        bills: bills?.view(),
        books: books?.view(office?.personId ?? ''),
        fiscal: fiscal?.view() ?? undefined,
        receiptLinks: receiptLinks?.view(),
        printing: printing?.view(),
        diagnosis: diagnosisView,
        otherCurrency,
        scanner: scanner?.view(),
        questions: questions?.view(),
        receiptEmail: receiptEmail?.view(),
        refusedReceipts: orLeftOut(refusedReceipts?.refused() ?? []),
        screens: screens ? { own: screen, list: screens.list() } : undefined,
      }),
    };
  };
  return (screen) => ({
    snapshot: () => snapshot(screen),
    subscribe(listener) {
      const notify = () => listener(snapshot(screen));
      const stops = [
        terminal.subscribe((view) => listener(snapshot(screen, view))),
        ...[
          backOffice,
          goods,
          bills,
          books,
          fiscal,
          receiptLinks,
          printing,
          diagnosis,
          currency,
          scanner,
          questions,
          receiptEmail,
          refusedReceipts,
          screens,
        ].map((one) => one?.subscribe(notify)),
      ];
      return () => {
        for (const stop of stops) stop?.();
      };
    },
  });
}
