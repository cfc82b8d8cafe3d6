import type { WithoutDevice } from '../../books/fiscal.ts';
import { countryOf } from '../../cash/setting.ts';

/** A fiscal device of this till, as the settings name it. */
export type FiscalSettings = {
  readonly host: string;
  readonly port: number;
  /** What the till does without the device; by country when left out. */
  readonly without?: WithoutDevice | 'none';
};

/**
 * What a till does by default while its device does not work, by country. These are starting points, no statement of
 * the law: a shop asks its accountant, and its settings decide (docs/guides/fiscal-device.md).
 */
export const WITHOUT_DEVICE: Readonly<Record<string, WithoutDevice>> = {
  AT: 'sell_and_mark',
  DE: 'sell_and_mark',
  HU: 'block_sales',
  IT: 'block_sales',
  SE: 'block_sales',
};

/** The rule of a till; null if it uses no device. */
export function fiscalRuleOf({
  fiscal,
  ...shop
}: {
  readonly fiscal?: FiscalSettings;
  readonly country?: string;
  readonly locale: string;
}): WithoutDevice | null {
  if (fiscal === undefined || fiscal.without === 'none') return null;
  if (fiscal.without !== undefined) return fiscal.without;
  return WITHOUT_DEVICE[countryOf(shop)] ?? null;
}
