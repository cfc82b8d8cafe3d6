/**
 * `tillkit/testing`: a service, a till and a customer for one test, with one clock, one list of faults
 * and a timeline. `tillkit/testing/vitest` and `tillkit/testing/playwright` are the same as fixtures.
 * It needs no test runner.
 */

export type { ShopClock } from './clock.ts';
export type { TestCustomer } from './customer.ts';
export type { TestPrinter, TestReceiver } from './devices.ts';
export {
  FAULTS,
  type FaultOf,
  type FaultOptions,
  type FaultPart,
  type Faults,
  type PaymentCall,
} from './faults.ts';
export {
  createTestShop,
  type TestShop,
  type TestShopOptions,
} from './shop.ts';
export type { SaleOptions, TestSale, TestTill } from './till.ts';
export type { Actor, TimelineEntry } from './timeline.ts';
