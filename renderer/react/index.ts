/**
 * `tillkit/react`: Tillkit payments in a merchant's own React page. A provider connects the page to
 * a till. Components render the payment, and hooks return the data for a custom layout. The page
 * overrides every colour and size with a property named `--tillkit-…`.
 */
export type { Bridge, TillSettings } from '../../shared/device/bridge/contract.ts';
export type { StartSale } from '../../shared/device/commands/sales.ts';
export { amountText } from '../../shared/format/format.ts';
export type {
  SaleAction,
  SaleState,
  SaleView,
  TerminalView,
} from '../../shared/terminal/sale/state.ts';
export { isFinal } from '../../shared/terminal/sale/state.ts';
export { findBridge as tillBridge } from '../state/adapters/host-bridge.ts';
export { type TypedCode, typedCodeOf } from '../ui/code-letters.tsx';
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
