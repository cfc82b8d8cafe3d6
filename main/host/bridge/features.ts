import type { BackOffice } from '../back-office/back-office.ts';
import type { Diagnosis } from '../diagnosis/diagnosis.ts';
import type { Goods } from '../goods/goods.ts';
import type { Printing } from '../printing/printing.ts';

/** The optional features of a till, each with its own view and commands. */
export type TillFeatures = {
  /** Staff lock, sales history and end-of-day totals; without it the till has no staff. */
  readonly backOffice?: BackOffice;
  /** The catalogue and open tables; without it a sale is an amount. */
  readonly goods?: Goods;
  /** Receipt printing; null without a printer. */
  readonly printing?: Printing | null;
  /** Checks of the machine and the service, and the file for support. */
  readonly diagnosis?: Diagnosis | null;
};
