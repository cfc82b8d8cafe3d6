/**
 * `tillkit/react`: a Tillkit payment inside a React page of one's own. A provider joins the page to
 * a till; components draw the payment, hooks give what is known for drawing it oneself. Every
 * colour and size of the components gives way to a property of the page named `--tillkit-…`.
 */
export type { Bridge, TillSettings } from '../../shared/bridge/contract.ts';
export type {
  SaleAction,
  SaleState,
  SaleView,
  TerminalView,
} from '../../shared/terminal/sale/state.ts';
export { isFinal } from '../../shared/terminal/sale/state.ts';
export { findBridge as tillBridge } from '../state/adapters/host-bridge.ts';
export { amountText } from '../ui/amount-parts.ts';
export type { StartSale } from './context.ts';
export {
  type StartingSale,
  type TillStatus,
  useSale,
  useSaleAction,
  useStartSale,
  useTill,
} from './hooks.ts';
export { PayButton, type PayButtonProps } from './pay-button.tsx';
export { Payment, type PaymentProps } from './payment.tsx';
export { PaymentDialog } from './payment-dialog.tsx';
export { TillkitProvider, type TillkitProviderProps } from './provider.tsx';
