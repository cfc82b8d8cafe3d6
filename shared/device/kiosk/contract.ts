import type { EveryLanguage, Language } from '../../catalogue/language.ts';
import type { MoneyInteger } from '../../money/money.ts';
import type { Stated } from '../../payment/statement.ts';
import type { ClockState, Connection, NotReady } from '../../terminal/sale/state.ts';
import type { Instant } from '../../time/clock.ts';
import type { AnyAnswer } from '../commands/table.ts';
import type { QuestionView } from '../questions/view.ts';
import type { KioskCommand } from './commands.ts';

/** Electron IPC channels of a kiosk's screen. */
export const KIOSK_IPC = {
  view: 'tillkit:kiosk-view',
  subscribe: 'tillkit:kiosk-subscribe',
  call: 'tillkit:kiosk-call',
} as const;

/** The state of a kiosk's screen, for every carrier to its host. */
export interface KioskBridge {
  /** Calls `listener` with every view; the first comes as soon as there is one. */
  subscribe(listener: (view: KioskView) => void): () => void;
  /** Calls `listener` when the way to the host is lost (false) or back (true). */
  onLink(listener: (up: boolean) => void): () => void;
  call(command: KioskCommand): Promise<AnyAnswer>;
}

export type KioskLanguage = Language;
export type Words = EveryLanguage;

/** The settings of one customer for the screen. Each visit starts with the defaults. */
export type Aids = {
  readonly language: KioskLanguage;
  readonly text: 'normal' | 'large';
  /** `low`: all controls are in the lower half. */
  readonly reach: 'normal' | 'low';
  readonly contrast: 'normal' | 'more';
  /** `keypad`: speech also names the keys, and the keypad operates the kiosk. */
  readonly speech: 'off' | 'on' | 'keypad';
  /** Volume of the speech, from 1 to `LIMITS.kioskVolumeMax`. */
  readonly volume: number;
  /** `on`: the screen is black, for a customer who only listens. */
  readonly dark: 'off' | 'on';
  /** `long`: the customer has asked for more time. */
  readonly time: 'normal' | 'long';
};

/** How a customer starts speech without seeing the screen, and whether the kiosk has its own voice. */
export type SpeechSetup = {
  /** Key that is held, as `KeyboardEvent.key` names it. */
  readonly key: string;
  /** Keys that the socket of an audio keypad sends; null if it sends none. */
  readonly plugged: string | null;
  readonly unplugged: string | null;
  /** The files of a voice are below `voice/`, for languages that the system has no voice for. */
  readonly voice: boolean;
};

/** One thing that is sold. The price is the host's; a screen only shows it. */
export type GoodView = {
  readonly id: string;
  readonly name: Words;
  readonly price: MoneyInteger;
  /** Address of its picture below the page; null: it has none. */
  readonly picture: string | null;
  /** `not_now`: its machine does not answer. */
  readonly state: 'for_sale' | 'sold_out' | 'not_now';
  /** How long a machine takes for it, where that is known. */
  readonly seconds: number | null;
};

/** Why nothing can be sold. Customers only see that nothing is sold, and for how long that may be. */
export type ClosedBecause =
  | 'starting'
  | 'offline'
  | 'not_set_up'
  | 'settings'
  | 'journal'
  | 'machine'
  | 'sold_out'
  | 'screen';

/** A kiosk that sells nothing: why, or outside the shop's hours when it opens; null if that is not known. */
export type Closed =
  | { readonly because: ClosedBecause }
  | { readonly because: 'hours'; readonly opens: Instant | null };

/** The state of a payment as the customer sees it. */
export type Phase =
  | { readonly kind: 'preparing' }
  | { readonly kind: 'scan'; readonly uri: string; readonly expires: Instant }
  | { readonly kind: 'approve' }
  | { readonly kind: 'taking' }
  | { readonly kind: 'delivering'; readonly since: Instant }
  /** The machine has delivered, and the till captures what it delivered. */
  | { readonly kind: 'finishing'; readonly delivered: 'all' | 'part' }
  | { readonly kind: 'cancelling' }
  | { readonly kind: 'returning' }
  | { readonly kind: 'unclear' }
  | EndPhase;

/** How it ended, for the customer. */
export type EndPhase =
  /** Delivered; `kept` is what it has cost. */
  | { readonly kind: 'vended'; readonly kept: MoneyInteger }
  /** Part of it came out; `kept` was paid for that. */
  | { readonly kind: 'partly'; readonly kept: MoneyInteger }
  /** Paid, and no machine has to deliver it. */
  | { readonly kind: 'paid'; readonly kept: MoneyInteger }
  /** Nothing is charged: the reservation was released, or the payment was refunded. */
  | {
      readonly kind: 'not_charged';
      readonly why: 'not_delivered' | 'stopped';
      readonly money: 'released' | 'refunded';
    }
  | { readonly kind: 'declined' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused' }
  /** Paid and not delivered. A member of staff must refund it. */
  | { readonly kind: 'ask'; readonly missing: MoneyInteger };

export type KioskSale = {
  readonly number: number;
  /** The price, without the tip. */
  readonly amount: MoneyInteger;
  readonly tip: MoneyInteger;
  /** What is known of the money: nothing is reserved or captured before the service has said so. */
  readonly stated: Stated;
  readonly currency: string;
  /** What is sold, as the catalogue or the sale itself has it. */
  readonly name: Words;
  readonly picture: string | null;
  readonly seconds: number | null;
  /** What a machine's delivery has to do with the money; `none`: no machine delivers it. */
  readonly delivery: 'deposit' | 'pay_first' | 'none';
  readonly phase: Phase;
  readonly canCancel: boolean;
  /** Address of the receipt's page, once it is paid and its receipt has one. */
  readonly receipt?: string;
};

/** What the screen draws; exactly one of these at any time. */
export type KioskScreen =
  | { readonly kind: 'attract' }
  | {
      readonly kind: 'choose';
      readonly good: string | null;
      /** The last sale could not be started. */
      readonly problem: 'not_started' | null;
    }
  /** The customer is asked before the payment. */
  | { readonly kind: 'question'; readonly question: QuestionView }
  | { readonly kind: 'sale'; readonly sale: KioskSale }
  | ({ readonly kind: 'closed' } & Closed)
  | { readonly kind: 'pin'; readonly pad: PinPad }
  | { readonly kind: 'service'; readonly service: ServiceView };

/** The pad before the service menu. */
export type PinPad = {
  /** `none`: no PIN is set, or the PIN file cannot be read, so this screen refuses every PIN. */
  readonly pin: 'set' | 'none';
  /** The time until which PINs are refused; null: a PIN may be tried. */
  readonly lockedUntil: Instant | null;
  readonly wrong: boolean;
};

/**
 * A phase as the service menu names it. Money that was only reserved is released; money that was taken is
 * refunded. A person who looks after the kiosk has to tell the two apart.
 */
export type ServicePhase =
  | Exclude<Phase['kind'], 'returning' | 'not_charged'>
  | 'releasing'
  | 'refunding'
  | 'released'
  | 'refunded';

export type ServiceSale = {
  readonly id: string;
  readonly number: number;
  readonly at: Instant;
  readonly name: Words;
  readonly amount: MoneyInteger;
  readonly currency: string;
  readonly phase: ServicePhase;
  /** A person can mark the sale as resolved. */
  readonly canSettle: boolean;
};

export type MachineTest = 'not_tested' | 'asking' | 'answered' | 'silent';

/** What the person who looks after the kiosk sees. */
export type ServiceView = {
  readonly connection: Connection;
  readonly notReady: NotReady;
  /** The device's clock, compared with the service's. */
  readonly clock: ClockState;
  readonly machine: 'none' | 'ready' | 'away' | 'simulated';
  readonly test: MachineTest;
  /** What is wrong with the kiosk's settings, in sentences; null: nothing is. */
  readonly problem: string | null;
  readonly setup: 'done' | 'needed';
  readonly sales: readonly ServiceSale[];
  /** Whether the window fills the display; null where no program can change that. */
  readonly fullScreen: boolean | null;
};

/** The whole state that a kiosk's screen receives. */
export type KioskView = {
  readonly shop: string;
  readonly locale: string;
  /** As in the till's settings. */
  readonly timeZone?: string;
  readonly currency: string;
  readonly aids: Aids;
  readonly headline: Words | null;
  readonly goods: readonly GoodView[];
  readonly screen: KioskScreen;
  /** The customer has not touched anything for long; the visit ends then. */
  readonly warning: { readonly until: Instant } | null;
  readonly sound: 'off' | 'low' | 'full';
  readonly speech: SpeechSetup;
  /** Pixels to the millimetre of this display, which sizes of keys are made from. */
  readonly pxPerMm: number;
};
