import type { PrinterState, PrintFault } from '../../../shared/device/printing/faults.ts';
import { type PrintedReceipt, receiptBytes } from '../../../shared/device/printing/receipt.ts';
import type { PrinterForm } from '../../../shared/device/printing/settings.ts';
import type { Stopwatch } from '../../../shared/time/clock.ts';

/** The outcome of one print job. */
export type PrintOutcome = { readonly ok: true } | { readonly ok: false; readonly why: PrintFault };

/** A receipt printer of any kind. No method rejects, and each has a deadline. */
export interface PrinterPort {
  print(receipt: PrintedReceipt): Promise<PrintOutcome>;
  state(): Promise<PrinterState>;
  /**
   * Opens the cash drawer at once, whatever the paper does (D-475). Left out if none is connected to this printer.
   * `unsure`: the printer got the pulse and did not confirm it.
   */
  openDrawer?(): Promise<PrintOutcome>;
}

/** Sends bytes to a printer; one job at a time. */
export interface Transport {
  send(bytes: Uint8Array): Promise<PrintOutcome>;
  /** Sends the pulse for the drawer, also while a job is on its way. */
  pulse(): Promise<PrintOutcome>;
  state(): Promise<PrinterState>;
}

/** What both transports need, besides the address of the printer. */
export type TransportOptions<Times> = {
  readonly clock: Stopwatch;
  /** Milliseconds; the defaults when left out. */
  readonly times?: Partial<Times>;
};

/** An ESC/POS printer on a transport. */
export function escposPort(transport: Transport, form: PrinterForm): PrinterPort {
  return {
    print: (receipt) => transport.send(receiptBytes(receipt, form)),
    state: () => transport.state(),
    ...(form.drawer === 'opened' ? { openDrawer: transport.pulse } : {}),
  };
}

export function failed(why: PrintFault): PrintOutcome {
  return { ok: false, why };
}

/** Queries the printer's state, the cause of being offline, and the paper; three bytes return. */
export const ASK_STATE = Uint8Array.of(0x10, 0x04, 1, 0x10, 0x04, 2, 0x10, 0x04, 4);
export const STATE_BYTES = 3;

/** Queries a byte that returns only after all earlier commands are done. */
export const ASK_DONE = Uint8Array.of(0x1d, 0x72, 1);

/**
 * Reads the three answers of `ASK_STATE`. Fewer bytes or other bytes mean `silent`: some printers,
 * and most print servers, answer nothing or something else.
 */
export function readState(answers: Uint8Array): PrinterState {
  const [state, cause, paper] = answers;
  if (state === undefined || cause === undefined || paper === undefined) return { kind: 'silent' };
  if (![state, cause, paper].every(isRealTimeStatus)) return { kind: 'silent' };
  if ((cause & 0x20) !== 0 || (paper & 0x60) !== 0) return { kind: 'fault', why: 'no_paper' };
  if ((cause & 0x04) !== 0) return { kind: 'fault', why: 'cover_open' };
  if ((cause & 0x40) !== 0) return { kind: 'fault', why: 'error' };
  if ((state & 0x08) !== 0) return { kind: 'fault', why: 'off_line' };
  return { kind: 'ready', paper: (paper & 0x0c) === 0 ? 'enough' : 'low' };
}

/** Bits 1 and 4 are set and bits 0 and 7 are not, in every answer to `DLE EOT`. */
function isRealTimeStatus(byte: number): boolean {
  return (byte & 0x93) === 0x12;
}

/** Called at each answer of a printer. */
export type Answers = { readonly state: (byte: number) => void; readonly done: () => void };

/**
 * Sorts what a printer says, byte by byte, so that each answer reaches who asked. Bits 4 and 7 of the answer to `GS r`
 * are not set. What a printer says by itself at a change begins with a byte that no answer has; three bytes follow it
 * that look like answers and are none.
 */
export function sortAnswers(answers: Answers): (bytes: Iterable<number>) => void {
  let skipped = 0;
  return (bytes) => {
    for (const byte of bytes) {
      if (skipped > 0) skipped -= 1;
      else if (isRealTimeStatus(byte)) answers.state(byte);
      else if ((byte & 0x93) === 0x10) skipped = 3;
      else if ((byte & 0x90) === 0) answers.done();
    }
  };
}
