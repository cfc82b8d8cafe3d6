import type { Frequency } from '../protocol/settlement.ts';
import type { SettleTerms } from './settle.ts';

/** When a merchant's days begin, and where. */
export type DayTerms = {
  /** IANA name of the merchant's time zone. */
  readonly timeZone: string;
  /** `hh:mm:ss` of that zone (D-57). */
  readonly startOfDay: string;
};

/** What the agreement and the account say about the settlement of one currency. */
export type SettlementTerms = DayTerms &
  SettleTerms & {
    readonly accountId: string;
    readonly payoutAccount: string | null;
    readonly frequency: Frequency;
  };
