import type { TillSettings } from '../../../shared/bridge/contract.ts';
import type { Method, StateGroup } from '../../../shared/history/search.ts';

/** The texts of a day's slip; the same as on the screen, for a roll of 32 characters. */
export type DayWords = {
  readonly day: string;
  readonly organisation: string;
  readonly of: string;
  readonly till: string;
  readonly asOf: string;
  readonly methods: Readonly<Record<Method, string>>;
  readonly captured: string;
  readonly additional: string;
  readonly refunded: string;
  readonly net: string;
  readonly nothing: string;
  readonly tenders: string;
  readonly tenderOther: string;
  readonly tenderUnknown: (count: number) => string;
  readonly sales: string;
  readonly states: Readonly<Record<StateGroup, string>>;
  readonly known: string;
};

export const DAY_WORDS: Readonly<Record<TillSettings['language'], DayWords>> = {
  en: {
    day: 'End of day',
    organisation: 'Org. no.',
    of: 'Day',
    till: 'Till',
    asOf: 'As of',
    methods: {
      screen_code: 'Code on screen',
      phone: 'Phone number',
      customer_code: 'Customer’s code',
      sticker: 'Sticker',
    },
    captured: 'Paid',
    additional: 'Of which extra amounts',
    refunded: 'Refunded',
    net: 'Net paid',
    nothing: 'No payments on this day.',
    tenders: 'Other payment methods, not in the settlement',
    tenderOther: 'Other',
    tenderUnknown: (count) => `${count} of them without an amount`,
    sales: 'Sales by status',
    states: { open: 'Open', paid: 'Paid', refunded: 'Refunded', not_paid: 'Not paid' },
    known: 'According to this till. The settlement shows what is paid out.',
  },
  nb: {
    day: 'Dagsoppgjør',
    organisation: 'Org.nr.',
    of: 'Dag',
    till: 'Kasse',
    asOf: 'Per',
    methods: {
      screen_code: 'Kode på skjermen',
      phone: 'Telefonnummer',
      customer_code: 'Kundens kode',
      sticker: 'Klistremerke',
    },
    captured: 'Betalt',
    additional: 'Herav tilleggsbeløp',
    refunded: 'Refundert',
    net: 'Netto betalt',
    nothing: 'Ingen betalinger denne dagen.',
    tenders: 'Andre betalingsmåter, ikke i oppgjøret',
    tenderOther: 'Annet',
    tenderUnknown: (count) => `${count} av dem uten beløp`,
    sales: 'Salg etter status',
    states: { open: 'Åpne', paid: 'Betalt', refunded: 'Refundert', not_paid: 'Ikke betalt' },
    known: 'Ifølge denne kassen. Oppgjøret viser hva som utbetales.',
  },
};
