import { z } from 'zod';
import type { ReturnLimits } from '../../bill/return-limits.ts';
import type { CashRounding } from '../../cash/rounding.ts';
import type { Language } from '../../catalogue/language.ts';
import type { MoneyInteger } from '../../money/money.ts';
import type { OpeningHours } from '../../protocol/opening-hours.ts';
import type { ReceiptTexts } from '../../protocol/shop-rules.ts';
import type { Sticker, TerminalView } from '../../terminal/sale/state.ts';
import type { AnyAnswer, Command } from '../commands/table.ts';
import type { FiscalSettings } from '../fiscal/setting.ts';
import type { FiscalView } from '../fiscal/view.ts';
import type { PrinterSettings } from '../printing/settings.ts';
import type { QuestionsView } from '../questions/view.ts';
import type { ScaleSettings } from '../scale/settings.ts';
import type { Role } from '../staff/role.ts';
import type { TipSettings } from '../tips/tips.ts';
import type { BackOfficeView } from './back-office.ts';
import type { BillsView } from './bills.ts';
import type { BooksView } from './books.ts';
import type { GoodsView } from './goods.ts';
import type { DiagnosisView, OtherCurrency, PrintingView } from './maintenance.ts';
import type { ScannerView } from './scanner.ts';
import type { ScreensView } from './screens.ts';
import type { SetupView } from './setup.ts';

/**
 * The one contract between a screen and its host. Electron IPC and the loopback WebSocket carry
 * the same messages, so the renderer works the same way with each of them.
 */
export type TillSettings = {
  readonly shop: {
    readonly name: string;
    readonly address: string | null;
    readonly organisationNumber: string | null;
  };
  readonly currency: string;
  /** BCP 47 locale in which amounts and times are written: `nb-NO`. */
  readonly locale: string;
  /** Language of the staff's screens until a person changes it. */
  readonly language: Language;
  readonly posId: string;
  /** Seconds a finished sale stays on screen before the next one opens. */
  readonly paidDwellSeconds: number;
  /** The printed code at this till; none when left out. */
  readonly sticker?: Sticker;
  /** IANA zone in which receipts say the time: `Europe/Oslo`. */
  readonly timeZone: string;
  /** The receipt printer; the screen's own printing when left out. */
  readonly printer?: PrinterSettings;
  /** This till shows a permanent code that customers can scan before the total is known. */
  readonly deviceCode?: 'own';
  /** Where a cash register on this machine reaches the till; it does not when left out. */
  readonly tillApi?: { readonly port: number; readonly origins: readonly string[] };
  /** Seconds without a touch after which a till with staff locks itself. */
  readonly lockAfterSeconds?: number;
  /**
   * The till asks before it takes a larger amount, in minor units; the usual limit of the currency when left
   * out.
   */
  readonly askAbove?: number | 'never';
  /** The largest discount that each role gives alone, in hundredths of a per cent; 2000 is 20 %. */
  readonly discounts?: DiscountSettings;
  /** What is taken back of deposits on one bill; usual figures when left out (D-530). */
  readonly returnedDeposits?: ReturnSettings;
  /** True if the cashier can ask customers for their membership numbers. */
  readonly membership?: boolean;
  /** Tips that the customer is asked for; none when left out. */
  readonly tips?: TipSettings;
  /** How cash is rounded; by country and currency when left out. */
  readonly cashRounding?: CashRounding | 'never';
  /** ISO 3166 code of the shop's country; the one of `locale` when left out. */
  readonly country?: string;
  /** Names of the shop's other tenders, such as `Bank card`. */
  readonly otherTenders?: readonly string[];
  /** The fiscal device; none when left out. */
  readonly fiscal?: FiscalSettings;
  /** The scale, and whether weights may be typed; without it they may. */
  readonly scale?: ScaleSettings;
  /** When the shop's business day ends, `hh:mm` of its time zone; at midnight when left out. */
  readonly dayEndsAt?: string;
  /** Texts of the shop on its receipts; none when left out. */
  readonly receiptTexts?: ReceiptTexts;
  /** When the shop is open; always when left out. */
  readonly openingHours?: OpeningHours;
  /** True if the till hands its receipts to the service, so that customers can open them by a link. */
  readonly receiptLinks?: boolean;
};

/** The largest discount of each role, and of all roles on a bill with a membership number, if that is more. */
/** The limits of every person, and the value from which on a cashier needs a supervisor. Minor units. */
export type ReturnSettings = ReturnLimits & { readonly approvalFrom: MoneyInteger };

export type DiscountSettings = Readonly<Record<Role, number>> & { readonly members?: number };

/** What a screen shows. The settings change with the shop's catalogue, the view all the time. */
export type Snapshot = {
  readonly settings: TillSettings;
  readonly view: TerminalView;
  /** Only while a till is brought to its service; settings and view say nothing then. */
  readonly setup?: SetupView;
  /** Staff lock, history and day; left out if this till does not have them. */
  readonly backOffice?: BackOfficeView;
  /** What waits for the receipt printer; none is set up when left out. */
  readonly printing?: PrintingView;
  /** Results of the last diagnosis. */
  readonly diagnosis?: DiagnosisView;
  /** Only while the shop does not take the till's currency. */
  readonly otherCurrency?: OtherCurrency;
  /** Only of a till that sells goods, or has a list of them that it cannot read. */
  readonly goods?: GoodsView;
  /** The bills of a till that a cashier uses. */
  readonly bills?: BillsView;
  /** The keyboard scanner; left out if this till keeps no settings of one. */
  readonly scanner?: ScannerView;
  /** Questions to the customer; left out if this till asks none. */
  readonly questions?: QuestionsView;
  /** Drawer and books of a till that a cashier uses. */
  readonly books?: BooksView;
  /** The fiscal device; left out if this till uses none. */
  readonly fiscal?: FiscalView;
  /**
   * Addresses of the pages of receipts, by the id of the sale or of the bill's tender that the receipt is for; one is
   * missing while its receipt has no page. Left out by a host that keeps no books.
   */
  readonly receiptLinks?: Readonly<Record<string, string>>;
  /** Left out while no receipt can be sent by e-mail. */
  readonly receiptEmail?: 'possible';
  /** Numbers of the receipts that the service has refused and that no person has seen, oldest first; left out for none. */
  readonly refusedReceipts?: readonly number[];
  /** The browsers that may open the till; left out where none may. */
  readonly screens?: ScreensView;
};

/** Frames of the loopback WebSocket, screen to host. The first one must be `hello`. The host checks the command later. */
export const bridgeRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), token: z.string().min(1).max(200) }),
  z.object({
    type: z.literal('command'),
    id: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    command: z.unknown(),
  }),
]);
export type BridgeRequest = z.infer<typeof bridgeRequest>;

/** Frames of the loopback WebSocket, host to screen. */
export type BridgeReply<S = Snapshot> =
  | { readonly type: 'snapshot'; readonly snapshot: S }
  | { readonly type: 'answer'; readonly id: number; readonly answer: AnyAnswer };

// Apart from the schemas, so that a screen can have the address without them.
export { BRIDGE_PATH, BRIDGE_SUBPROTOCOL } from './address.ts';

/** The state of a screen, for every carrier to its host. */
export interface Bridge {
  /** Calls `listener` with every snapshot; the first comes as soon as there is one. */
  subscribe(listener: (snapshot: Snapshot) => void): () => void;
  /** Calls `listener` when the way to the host is lost (false) or back (true). */
  onLink(listener: (up: boolean) => void): () => void;
  call(command: Command): Promise<AnyAnswer>;
}

/** Electron IPC channels that carry the contract. */
export const IPC = {
  snapshot: 'tillkit:snapshot',
  subscribe: 'tillkit:subscribe',
  call: 'tillkit:call',
} as const;
