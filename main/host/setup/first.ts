import { languageOfTag } from '../../../shared/catalogue/language.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { SetupFacts, SetupView } from '../../../shared/device/bridge/setup.ts';
import type { TerminalView } from '../../../shared/terminal/sale/state.ts';

/** The facts of a till before any are known. */
export const NOTHING_KNOWN: SetupFacts = {
  address: null,
  merchantId: null,
  shop: null,
  userId: null,
  posId: null,
};

export const FIRST: SetupView = {
  stage: { kind: 'asking' },
  facts: NOTHING_KNOWN,
  why: 'first',
  secrets: 'kept',
  problem: null,
};

/** The terminal's view while there is no terminal yet. */
export const NO_TERMINAL: TerminalView = {
  connection: { kind: 'online', push: false },
  clock: 'right',
  notReady: null,
  sales: [],
  unclaimed: [],
  codes: [],
  scans: [],
  refunds: [],
  permissions: [],
};

/** The settings before the setup: no shop, the machine's language. */
export function noSettings(systemLanguage: string | undefined, timeZone: string): TillSettings {
  return {
    shop: { name: '', address: null, organisationNumber: null },
    currency: 'NOK',
    locale: 'nb-NO',
    language: languageOfTag(systemLanguage ?? ''),
    posId: '',
    paidDwellSeconds: 8,
    timeZone,
  };
}
