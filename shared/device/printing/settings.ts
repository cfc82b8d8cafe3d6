import type { CodePageName } from './code-pages.ts';

/** How a till reaches its receipt printer. */
export type PrinterConnection =
  /** A printer on the network that takes ESC/POS on a port, usually 9100. */
  | {
      readonly kind: 'network';
      readonly host: string;
      readonly port: number;
      readonly form: PrinterForm;
    }
  /** A device file such as `/dev/usb/lp0`, or a plain file that collects what would be printed. */
  | { readonly kind: 'device'; readonly path: string; readonly form: PrinterForm }
  /** A printer of the operating system, without a dialog; the system's own choice when null. */
  | { readonly kind: 'system'; readonly name: string | null; readonly paper: 58 | 80 };

export type PrinterSettings = {
  readonly connection: PrinterConnection;
  /** `always`: prints the receipt of each paid sale; `on_request`: only when a person asks for it. */
  readonly receipts: 'always' | 'on_request';
};

/** Characters of a normal line: 32 on a roll of 58 mm, 42 or 48 on one of 80 mm. */
export const COLUMNS = [32, 42, 48] as const;
export type Columns = (typeof COLUMNS)[number];

/** What a receipt printer is like, as far as the bytes for it depend on that. */
export type PrinterForm = {
  readonly columns: Columns;
  readonly codePage: CodePageName;
  /** Its maker's own number of that page, where it is not the usual one. */
  readonly codePageNumber?: number;
  readonly cut: 'partial' | 'full' | 'none';
  /** Whether the cash drawer at the printer is opened with an original receipt. */
  readonly drawer: 'opened' | 'left_shut';
};
