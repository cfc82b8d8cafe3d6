import type { TillSettings } from '../../../shared/bridge/contract.ts';
import type { SetupFacts, SetupView } from '../../../shared/bridge/setup.ts';
import type { TerminalView } from '../../../shared/terminal/sale/state.ts';

/** Before anything is known of a till. */
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

/** What a screen gets as the terminal's view while there is no terminal yet. */
export const NO_TERMINAL: TerminalView = {
  connection: { kind: 'online', push: false },
  notReady: null,
  sales: [],
  unclaimed: [],
  codes: [],
  scans: [],
  refunds: [],
  permissions: [],
};

/** What it gets as settings: no shop, and the language of the machine. */
export function noSettings(systemLanguage: string | undefined): TillSettings {
  return {
    shop: { name: '', address: null, organisationNumber: null },
    currency: 'NOK',
    locale: 'nb-NO',
    language: /^(?:nb|nn|no)(?:[_.-]|$)/i.test(systemLanguage ?? '') ? 'nb' : 'en',
    posId: '',
    paidDwellSeconds: 8,
  };
}
