import type { Browser, Page } from 'playwright-core';
import { PATIENCE } from '../../../renderer/state/adapters/first-view.ts';
import type { Catalogue } from '../../../shared/catalogue/catalogue.ts';
import type { Language } from '../../../shared/catalogue/language.ts';
import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import type { Snapshot } from '../../../shared/device/bridge/contract.ts';
import type { GoodsView } from '../../../shared/device/bridge/goods.ts';
import type { AnyAnswer, Command } from '../../../shared/device/commands/table.ts';
import type { TerminalView } from '../../../shared/terminal/sale/state.ts';
import { BILL_COMMANDS, type BillHost } from '../../support/bill-host.ts';
import { holdTicks } from '../../support/page-ticks.ts';
import { runBefore, takePage } from '../../support/reused-page.ts';
import { settled } from '../../support/settled.ts';
import { NOW, SETTINGS } from './sales.ts';

/** A version of the catalogue as it is written. */

export type CashierPage = {
  readonly page: Page;
  /** Errors of the page's own; a test expects none. */
  readonly errors: readonly string[];
  show(
    view: TerminalView,
    settings?: Partial<Snapshot['settings']>,
    goods?: GoodsView,
  ): Promise<void>;
  /** What the host sells, for a screen that asks for it. */
  sell(catalogue: Catalogue): Promise<void>;
  /** Who stands at the till, from the next view on. */
  backOffice(value: BackOfficeView | undefined): void;
  /** What the till knows about its scanner, from the next view on; nothing at the start. */
  scanner(value: Snapshot['scanner']): void;
  /** What the host says about drawer and books, from the next view on; nothing at the start. */
  books(value: Snapshot['books']): void;
  /** The links of receipts that the host knows, from the next view on; none at the start. */
  receiptLinks(value: Snapshot['receiptLinks']): void;
  /** What the shop takes instead of the till's currency, from the next view on. */
  otherCurrency(value: Snapshot['otherCurrency']): void;
  /** What the fiscal device does, from the next view on; nothing at the start. */
  fiscal(value: Snapshot['fiscal']): void;
  /** Whether receipts can be sent by e-mail, from the next view on; not at the start. */
  receiptEmail(value: Snapshot['receiptEmail']): void;
  printing(value: Snapshot['printing']): void;
  /** What commands of one type are answered with; the others as before. */
  answerTo(type: Command['type'], answer: AnyAnswer): Promise<void>;
  link(up: boolean): Promise<void>;
  /** The host of the bills, from the next view on: it answers the commands on bills, and its changes are shown at once. */
  hostBills(host: BillHost): void;
  /** What the next commands are answered with; the default accepts everything. */
  answerWith(answer: AnyAnswer): Promise<void>;
  commands(): Promise<readonly Command[]>;
};

export type CashierPageOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly language?: Language;
  readonly theme?: 'light' | 'dark';
  /** The page loads everything at once, as an embedded one does. */
  readonly whole?: boolean;
  readonly pixelRatio?: number;
  /** Nobody has used this browser before. Else its cashier has left the deck on the keypad. */
  readonly isNew?: boolean;
  /** The device's time zone. */
  readonly timezoneId?: string;
};

/** A host's side of the bridge inside the page, worked by the test. */
type Script = {
  snapshots: ((snapshot: Snapshot) => void)[];
  links: ((up: boolean) => void)[];
  commands: Command[];
  answer: AnyAnswer;
  answers: Partial<Record<Command['type'], AnyAnswer>>;
  catalogue: Catalogue | null;
  /** The types of commands that the host of the bills answers. */
  hosted: readonly Command['type'][];
};
declare global {
  interface Window {
    script: Script;
    /** Asks the host of the bills, in the process of the test. */
    askBillHost(command: Command): Promise<AnyAnswer>;
  }
}

function leaveOnKeypad(): void {
  const deck = JSON.stringify({ pane: 'keypad', category: null });
  if (window.origin !== 'null' && localStorage.getItem('tillkit.deck') === null) {
    localStorage.setItem('tillkit.deck', deck);
  }
}

/** Opens the built cashier in a page that it takes, at standing clocks, over a scripted bridge. */
export async function openCashier(
  browser: Browser,
  origin: string,
  options: CashierPageOptions = {},
): Promise<CashierPage> {
  const { width = 1280, height = 800, language = 'en', theme = 'light' } = options;
  const page = await takePage(browser, {
    viewport: { width, height },
    deviceScaleFactor: options.pixelRatio ?? 1,
    timezoneId: options.timezoneId ?? 'Europe/Oslo',
    reducedMotion: 'reduce',
    colorScheme: theme,
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.clock.setFixedTime(NOW);
  await holdTicks(page);
  let host: BillHost | null = null;
  await exposeHost(page, (command) => {
    if (host === null) throw new Error('no host of bills');
    return host.call(command);
  });
  await runBefore(page, scriptBridge, undefined);
  await runBefore(page, waitForNoHost, PATIENCE);
  if (options.isNew !== true) await runBefore(page, leaveOnKeypad, undefined);
  if (options.whole === true) await page.goto(origin);
  else await withLazyScreens(page, () => page.goto(origin));
  await page.waitForFunction(() => window.script.snapshots.length > 0);
  let backOffice: BackOfficeView | undefined;
  let scanner: Snapshot['scanner'];
  let otherCurrency: Snapshot['otherCurrency'];
  let fiscal: Snapshot['fiscal'];
  let books: Snapshot['books'];
  let receiptLinks: Snapshot['receiptLinks'];
  let receiptEmail: Snapshot['receiptEmail'];
  let printing: Snapshot['printing'];
  let last: Snapshot | null = null;
  const send = (snapshot: Snapshot) =>
    page.evaluate(
      ([given, isHosted, types]) => {
        window.script.hosted = isHosted ? types : [];
        for (const listener of window.script.snapshots) listener(given);
      },
      [snapshot, host !== null, BILL_COMMANDS] as const,
    );
  return {
    page,
    hostBills: (next) => {
      host = next;
      const stop = next.onChange(() => {
        if (host !== next || page.isClosed() || shownBy.get(page) !== next) return stop();
        // A page that was left meanwhile shows nothing more.
        if (last !== null) void send({ ...last, bills: next.view() }).catch(() => undefined);
      });
      shownBy.set(page, next);
    },
    errors,
    show: async (view, settings = {}, goods = undefined) => {
      const shown = { settings: { ...SETTINGS, language, ...settings }, view };
      const sold = goods === undefined ? {} : { goods };
      const snapshot: Snapshot = {
        ...shown,
        ...sold,
        ...(backOffice === undefined ? {} : { backOffice }),
        ...(scanner === undefined ? {} : { scanner }),
        ...(otherCurrency === undefined ? {} : { otherCurrency }),
        ...(fiscal === undefined ? {} : { fiscal }),
        ...(books === undefined ? {} : { books }),
        ...(receiptLinks === undefined ? {} : { receiptLinks }),
        ...(receiptEmail === undefined ? {} : { receiptEmail }),
        ...(printing === undefined ? {} : { printing }),
        ...(host === null ? {} : { bills: host.view() }),
      };
      last = snapshot;
      await send(snapshot);
      await page.evaluate(() => document.fonts.ready.then(() => true));
    },
    backOffice: (next) => {
      backOffice = next;
    },
    books: (next) => {
      books = next;
    },
    receiptLinks: (next) => {
      receiptLinks = next;
    },
    fiscal: (next) => {
      fiscal = next;
    },
    printing: (next) => {
      printing = next;
    },
    receiptEmail: (next) => {
      receiptEmail = next;
    },
    otherCurrency: (next) => {
      otherCurrency = next;
    },
    scanner: (next) => {
      scanner = next;
    },
    answerTo: (type, answer) =>
      page.evaluate(
        ([name, given]) => {
          window.script.answers[name] = given;
        },
        [type, answer] as const,
      ),
    sell: (catalogue) =>
      page.evaluate((given) => {
        window.script.catalogue = given;
      }, catalogue),
    link: (up) =>
      page.evaluate((given) => {
        for (const listener of window.script.links) listener(given);
      }, up),
    answerWith: (answer) =>
      page.evaluate((given) => {
        window.script.answer = given;
      }, answer),
    commands: () => page.evaluate(() => window.script.commands),
  };
}

/** The scripted host sends its first view only when the test sends it, so nothing waits for it. */
function waitForNoHost(patience: number): void {
  const wait = window.setTimeout;
  const sooner = (run: () => void, after?: number) => wait(run, after === patience ? 0 : after);
  Reflect.set(window, 'setTimeout', sooner);
}

/** The host of the bills that a page shows; a page that another test took shows another one. */
const shownBy = new WeakMap<Page, BillHost>();
const askedBy = new WeakMap<Page, (command: Command) => Promise<AnyAnswer>>();

/** Lets the page ask the test's host of bills. A page that is taken again has the function already. */
async function exposeHost(
  page: Page,
  ask: (command: Command) => Promise<AnyAnswer>,
): Promise<void> {
  const isNew = !askedBy.has(page);
  askedBy.set(page, ask);
  shownBy.delete(page);
  const answer = async (command: Command) => askedBy.get(page)?.(command);
  if (isNew) await page.exposeFunction('askBillHost', answer);
}

function scriptBridge(): void {
  // What the script has not is not read.
  const READS: readonly Command['type'][] = [
    ...(['read_goods', 'history', 'day', 'refundable'] as const),
    ...(['receipts', 'read_receipt'] as const),
    ...(['read_report', 'find_receipt', 'find_tender', 'open_receipt', 'find_bill'] as const),
  ];
  const refusal = { type: 'Conflict', description: '', details: { reason: 'failed' } } as const;
  const NOT_READ: AnyAnswer = { ok: false, refusal };
  const script: Script = {
    snapshots: [],
    links: [],
    commands: [],
    // What a command that begins something and a command on a bill are answered with.
    answer: { ok: true, value: { id: 'sale-187', bill: null, sale: 'sale-187' } },
    answers: {},
    catalogue: null,
    hosted: [],
  };
  const bridge = {
    subscribe: (listener: (snapshot: Snapshot) => void) => {
      script.snapshots.push(listener);
      return () => {};
    },
    onLink: (listener: (up: boolean) => void) => {
      script.links.push(listener);
      return () => {};
    },
    call: async (command: Command): Promise<AnyAnswer> => {
      const { catalogue } = script;
      if (command.type === 'read_goods' && catalogue !== null) {
        return { ok: true, value: { catalogue } };
      }
      script.commands.push(command);
      const answer = script.answers[command.type];
      if (answer === undefined && script.hosted.includes(command.type)) {
        return window.askBillHost(command);
      }
      return answer ?? (READS.includes(command.type) ? NOT_READ : script.answer);
    },
  };
  Object.assign(window, { script, tillkit: bridge });
}

/**
 * Opens a page by `open`, and waits for what it loads after its first picture: a person takes longer
 * to reach for a key, a script does not.
 */
export async function withLazyScreens(page: Page, open: () => Promise<unknown>): Promise<void> {
  const asked = page.waitForResponse((response) =>
    /\/lazy-bundle-[\w-]+\.js$/.test(response.url()),
  );
  await open();
  const address = (await asked).url();
  // As text, because the runner would replace an import.
  await page.evaluate(`import(${JSON.stringify(address)}).then(() => true)`);
  await settled(page);
}
