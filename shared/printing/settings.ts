import type { PrinterForm } from './form.ts';

/** How a till reaches its receipt printer. */
export type PrinterWay =
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
  readonly way: PrinterWay;
  /** `always`: each paid sale's receipt by itself; `on_request`: when someone asks for it. */
  readonly receipts: 'always' | 'on_request';
};
