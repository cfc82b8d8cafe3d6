import type { PrinterState, PrintFault } from '../../../shared/printing/faults.ts';
import { type PrintedReceipt, receiptBytes } from '../../../shared/printing/receipt.ts';
import type { PrinterForm } from '../../../shared/printing/settings.ts';

/** What became of one paper. */
export type PrintOutcome = { readonly ok: true } | { readonly ok: false; readonly why: PrintFault };

/** A receipt printer, whatever stands behind it. Neither method rejects, and both end in time. */
export interface PrinterPort {
  print(receipt: PrintedReceipt): Promise<PrintOutcome>;
  state(): Promise<PrinterState>;
}

/** A way for bytes to a printer; one job at a time. */
export interface Transport {
  send(bytes: Uint8Array): Promise<PrintOutcome>;
  state(): Promise<PrinterState>;
}

/** A printer that speaks ESC/POS at the other end of a transport. */
export function escposPort(transport: Transport, form: PrinterForm): PrinterPort {
  return {
    print: (receipt) => transport.send(receiptBytes(receipt, form)),
    state: () => transport.state(),
  };
}

export function failed(why: PrintFault): PrintOutcome {
  return { ok: false, why };
}
