import type { Combination, CoverEvent, CoverState } from './coverage.ts';

/** Combinations that cannot be reached, with the reason. An omitted list stands for all values. */
export type Unreachable = {
  readonly events?: readonly CoverEvent[];
  readonly states?: readonly CoverState[];
  /** The events occur in these states only. */
  readonly except?: readonly CoverState[];
  readonly why: string;
};

const WAITING = ['waiting_scan', 'waiting_sticker', 'waiting_approval'] as const;
const PAIR_WAITING = [
  'pair waiting_scan',
  'pair waiting_sticker',
  'pair waiting_approval',
] as const;
export const PAIR_OPEN = [
  'pair creating',
  ...PAIR_WAITING,
  'pair authorised',
  'pair capturing',
  'pair aborting',
  'pair releasing',
  'pair unclear',
] as const;
const OPEN = [
  'creating',
  ...WAITING,
  'authorised',
  'capturing',
  'aborting',
  'releasing',
  'vending',
  'undelivered',
  'unclear',
] as const;
const ENDED = ['paid', 'declined', 'expired', 'aborted', 'released', 'refused'] as const;
export const PAIR_ENDED = [
  'pair paid',
  'pair declined',
  'pair expired',
  'pair aborted',
  'pair released',
] as const;
const PAIR = [...PAIR_OPEN, ...PAIR_ENDED] as const;

/** A test compares these with what worlds reach: a reached combination must not be here. */
export const UNREACHABLE: readonly Unreachable[] = [
  {
    states: ['not shown'],
    why: 'A till shows a sale in the step that starts it, before anything can happen to it.',
  },
  {
    states: ['failed', 'refunded', 'pair failed', 'pair refunded'],
    why: 'The simulated service gives no other final code, and the counts of bills have the refunds.',
  },
  { states: ['pair vending', 'pair undelivered'], why: 'A machine’s sale has one code.' },
  {
    states: ['pair refused'],
    why: 'A request with a code names no customer, so the service does not refuse it.',
  },
  {
    events: ['call create', 'call read'],
    states: [...ENDED, 'undelivered'],
    why: 'A sale with one code asks the service nothing after its money is decided.',
  },
  {
    events: ['call read'],
    states: ['creating'],
    why: 'A till reads a request that it knows, and shows `creating` until then.',
  },
  {
    events: ['call capture'],
    except: ['capturing', 'unclear', 'pair capturing', 'pair unclear'],
    why: 'A till shows `capturing` from the intent on, which it writes before it sends.',
  },
  {
    events: ['call abort'],
    except: ['aborting', 'unclear', ...PAIR],
    why: 'A till shows `aborting` from the intent on; only of two codes one is closed unseen.',
  },
  {
    events: ['call release'],
    except: ['releasing', 'unclear', ...PAIR],
    why: 'A till shows `releasing` from the intent on; only of two codes one is closed unseen.',
  },
  {
    events: ['call reauth', 'order renew', 'order take_part'],
    except: ['authorised'],
    why: 'Only a sale that was started to be taken later is renewed or taken in parts.',
  },
  {
    events: ['customer claim'],
    except: ['creating', ...WAITING, 'aborting', 'unclear', 'aborted', 'refused', ...PAIR],
    why: 'A customer scans once, within 15 seconds; the other code of a pair may be scanned later.',
  },
  {
    events: ['customer confirm'],
    except: [
      'creating',
      ...WAITING,
      'aborting',
      'unclear',
      'aborted',
      'expired',
      'refused',
      ...PAIR,
    ],
    why: 'A customer decides once; the customer of a pair’s other code may decide later.',
  },
  {
    events: ['customer reject'],
    except: ['creating', ...WAITING, 'aborting', 'unclear', 'aborted', 'refused', ...PAIR],
    why: 'A customer declines once, within 25 seconds; a pair has two customers.',
  },
  {
    events: ['time expires'],
    except: ['creating', ...WAITING, 'aborting', 'unclear', ...PAIR],
    why: 'A reservation lasts three days, which is longer than a world; a pair has two requests.',
  },
  {
    events: ['push'],
    states: ['refused'],
    why: 'The service sends no event about a request that it has refused.',
  },
  {
    events: ['order cancel'],
    except: ['creating', ...WAITING, 'unclear', 'pair creating', ...PAIR_WAITING, 'pair unclear'],
    why: 'The till offers `cancel` in these states alone.',
  },
  {
    events: ['order capture', 'order release'],
    except: ['authorised', 'pair authorised'],
    why: 'The till offers them for reserved money alone.',
  },
  {
    events: ['order ask_again'],
    except: ['authorised', 'unclear', 'pair authorised', 'pair unclear'],
    why: 'The till offers `ask_again` in these states alone.',
  },
  {
    events: ['order settle'],
    except: ['undelivered'],
    why: 'The till offers `settle` for what a machine did not deliver, and for nothing else.',
  },
  {
    events: ['order set_aside'],
    except: [
      ...OPEN.filter((state) => state !== 'waiting_sticker' && state !== 'vending'),
      'pair waiting_approval',
      'pair authorised',
      'pair unclear',
    ],
    why: 'Before its scan only a table’s sale is set aside; tables show one code.',
  },
  {
    events: ['order bring_to_front'],
    except: [...OPEN, ...PAIR_OPEN],
    why: 'An ended sale stays where it is.',
  },
  {
    events: ['order dismiss'],
    except: [...ENDED, ...PAIR_ENDED],
    why: 'The till offers `dismiss` for a final result alone.',
  },
  { events: ['machine'], except: ['vending'], why: 'A machine is given its order in `vending`.' },
  {
    events: ['restart'],
    states: [...ENDED, ...PAIR_ENDED],
    why: 'A restart counts for the sales that were open when the till stopped.',
  },
];

/** Whether a rule covers a combination. */
export function covers(rule: Unreachable, { state, event }: Combination): boolean {
  if (rule.events?.includes(event) === false) return false;
  if (rule.except?.includes(state) === true) return false;
  return rule.states?.includes(state) ?? true;
}
