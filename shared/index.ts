/**
 * `tillkit/core`: the typed core that the service, the terminal and the screens share. Pure: it
 * runs in any JavaScript runtime.
 */
export * from './device/bridge/contract.ts';
export * from './ids/ids.ts';
export * from './money/currency.ts';
export * from './money/format.ts';
export * from './money/money.ts';
export { decide } from './payment/decide.ts';
export { outcomeOf } from './payment/outcome.ts';
export type * from './payment/payment.ts';
export * from './protocol/channel.ts';
export * from './protocol/errors.ts';
export * from './protocol/events.ts';
export * from './protocol/headers.ts';
export * from './protocol/limits.ts';
export * from './protocol/line-items.ts';
export * from './protocol/lists.ts';
export * from './protocol/media.ts';
export * from './protocol/outcome.ts';
export * from './protocol/payment-request.ts';
export * from './protocol/pos.ts';
export * from './protocol/routes.ts';
export * from './protocol/signing.ts';
export * from './protocol/status-codes.ts';
export { validate } from './protocol/validation.ts';
export * from './terminal/sale/state.ts';
export type { Terminal } from './terminal/terminal.ts';
export * from './time/clock.ts';
export * from './time/date-time.ts';
export * from './wallet/contract.ts';
