import type { Instant } from '../../time/clock.ts';
import type { DiagnosisResult } from '../diagnosis/checks.ts';
import type { PrintFault } from '../printing/faults.ts';
import type { PrinterConnection, PrinterSettings } from '../printing/settings.ts';

/** A paper that has not come out yet. */
export type PrintJobView = {
  readonly id: string;
  readonly what: 'receipt' | 'copy' | 'test_page' | 'day' | 'report';
  /** The running number of the sale, or of the books for a receipt without `saleId`; null for another paper. */
  readonly number: number | null;
  readonly saleId: string | null;
  readonly at: Instant;
  /** `failed`: it is not tried again by itself. */
  readonly state: 'waiting' | 'printing' | 'failed';
  /** Why the last try did not work. */
  readonly why: PrintFault | null;
};

/** What a person must know at once. It stays until a person has seen it. */
export type PrintNotice =
  /** The cash drawer was not opened; `unsure`: it may be shut. A later opening ends the notice. */
  | { readonly id: string; readonly kind: 'drawer'; readonly why: PrintFault }
  /** Receipts that have no paper: numbers of sales and of receipts in the books, oldest first. */
  | {
      readonly id: string;
      readonly kind: 'no_paper';
      readonly sales: readonly number[];
      readonly receipts: readonly number[];
    };

/** The printer as a screen sees it. */
export type PrintingView = {
  readonly printer: PrinterConnection['kind'];
  readonly receipts: PrinterSettings['receipts'];
  /** Oldest first; printed jobs are removed. */
  readonly jobs: readonly PrintJobView[];
  /** Left out while there is none. */
  readonly notices?: readonly PrintNotice[];
};

/** How far a look has come. */
export type DiagnosisView = {
  readonly state: 'running' | 'done' | 'broken_off';
  readonly at: Instant;
  readonly results: readonly DiagnosisResult[];
};

/** What the shop takes, while the till's own currency is not among it: the service refuses every payment. */
export type OtherCurrency = { readonly accepted: readonly string[] };
