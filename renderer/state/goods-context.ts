import type { StoreApi } from 'zustand/vanilla';
import type { BillLine } from '../../shared/bill/bill.ts';
import type { Named } from '../../shared/catalogue/catalogue.ts';
import type { Order } from '../../shared/catalogue/order.ts';
import type { BillDesk } from './bills/bills.ts';
import type { GoodsState } from './goods-state.ts';
import type { Modes } from './mode/modes.ts';

/** The state and the functions that all actions on goods share. */
export type GoodsContext = {
  readonly store: StoreApi<GoodsState>;
  readonly modes: Modes;
  readonly bills: BillDesk;
  readonly language: () => keyof Named;
  /** Cash is paid in steps of this many minor units. */
  readonly cashStep: () => number;
  /** The selected line. */
  readonly line: () => BillLine | null;
};

/** Puts an order on the bill, or asks for what is missing. */
export type Place = (order: Order, weighedBy?: 'scale' | 'hand') => void;
