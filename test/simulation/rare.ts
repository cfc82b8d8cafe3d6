import { PAIR_ENDED, PAIR_OPEN, type Unreachable } from './unreachable.ts';

/**
 * Combinations that are possible and so rare that a run may not reach them. The report of a run lists the
 * unreached combinations that are not in this list. `directed.ts` has worlds that reach most of them.
 */
export const RARE: readonly Unreachable[] = [
  {
    events: ['time expires'],
    states: ['creating', 'pair creating'],
    why:
      'The till shows `creating` until the first answer, or until several calls had none. A ' +
      'request runs out in it only at a till that stops again and again.',
  },
  {
    events: ['time expires'],
    states: PAIR_ENDED,
    why:
      'The till closes the other code when a result is shown. It runs out first only if ' +
      'each attempt to close it is lost for the rest of its 90 seconds.',
  },
  {
    events: ['time expires'],
    states: ['pair capturing', 'pair aborting', 'pair releasing'],
    why:
      'The state lasts for one call. A code runs out in it only if that call is disturbed ' +
      'in the last seconds of the 90.',
  },
  {
    events: [
      'time expires',
      'customer claim',
      'customer confirm',
      'customer reject',
      'order cancel',
    ],
    states: ['pair waiting_sticker'],
    why:
      'The till shows the sticker alone when the time of the screen’s code is over. The ' +
      'sticker has only the seconds left by which its request was made later.',
  },
  {
    events: ['call create', 'call abort'],
    states: ['pair waiting_sticker'],
    why:
      'The time of the screen’s code is over, and the till still repeats a call whose ' +
      'answer was lost. The fault must meet this repetition.',
  },
  {
    events: ['call release'],
    states: ['pair waiting_sticker'],
    why:
      'The scan of the screen’s code becomes known after its time is over, which makes it ' +
      'the chosen one, and the sticker is approved before a screen shows the choice.',
  },
  {
    events: ['call create', 'call read', 'call abort', 'call release'],
    states: PAIR_ENDED,
    why:
      'A call about the other code is left over only if an earlier one was disturbed, and ' +
      'the fault must meet the later one as well.',
  },
  {
    events: ['call create', 'call read', 'call abort', 'call release'],
    states: ['pair creating', 'pair capturing', 'pair aborting', 'pair releasing'],
    why:
      'The state lasts for one call of the first code. A call of the other code falls into ' +
      'it by chance, and the fault must meet that call.',
  },
  {
    events: ['call abort', 'call release', 'call create'],
    states: ['pair waiting_scan', 'pair unclear'],
    why: 'One code is given up in the moment in which the till does not yet show which one counts.',
  },
  {
    events: ['call capture', 'call release'],
    states: ['unclear', 'pair unclear'],
    why:
      'A till shows `unclear` after several calls without an answer and then reads before ' +
      'it commands. The fault must meet the one command that comes before the next screen.',
  },
  {
    events: ['customer claim', 'customer confirm', 'customer reject'],
    states: [...PAIR_OPEN.filter((state) => state !== 'pair waiting_sticker'), ...PAIR_ENDED],
    why:
      'The customer of the other code acts in the short time in which the first one is in ' +
      'this state.',
  },
  {
    events: ['order set_aside', 'order cancel'],
    states: ['creating', 'capturing', 'aborting', 'releasing', 'pair creating'],
    why:
      'The state lasts for one call, in which a person gives the order while a fault of ' +
      'some seconds lasts.',
  },
  {
    events: ['order bring_to_front'],
    states: [...PAIR_OPEN],
    why:
      'A pair is aside only after a person has put it there as `authorised` or `unclear`; ' +
      'it shows another state after its next call or after a restart.',
  },
  {
    events: ['order set_aside', 'order bring_to_front', 'order cancel'],
    why:
      'A person gives the order in a state that lasts for seconds, while a fault of some ' +
      'seconds lasts.',
  },
  {
    events: ['machine'],
    why:
      'A machine hears of its order within a second after the money is reserved, and the ' +
      'fault must begin in that second.',
  },
];
