import type { PrinterState, PrintFault } from '../../../shared/printing/faults.ts';
import { type PrintedReceipt, receiptBytes } from '../../../shared/printing/receipt.ts';
import type { PrinterForm } from '../../../shared/printing/settings.ts';

/** The outcome of one print job. */
export type PrintOutcome = { readonly ok: true } | { readonly ok: false; readonly why: PrintFault };

/** A receipt printer of any kind. Neither method rejects, and both have a deadline. */
export interface PrinterPort {
  print(receipt: PrintedReceipt): Promise<PrintOutcome>;
  state(): Promise<PrinterState>;
}

/** Sends bytes to a printer; one job at a time. */
export interface Transport {
  send(bytes: Uint8Array): Promise<PrintOutcome>;
  state(): Promise<PrinterState>;
}

/** An ESC/POS printer on a transport. */
export function escposPort(transport: Transport, form: PrinterForm): PrinterPort {
  return {
    print: (receipt) => transport.send(receiptBytes(receipt, form)),
    state: () => transport.state(),
  };
}

export function failed(why: PrintFault): PrintOutcome {
  return { ok: false, why };
}
