import type { HostLine, LifePlan } from './host-lines.ts';

/** One way to kill a till: what it does in its life, and the line at which it is killed. */
export type KillCase = {
  readonly name: string;
  readonly plan: LifePlan;
  /** True for the line after which the till is killed at once. */
  readonly at: (line: HostLine, own: string | null) => boolean;
};

const opening: KillCase = {
  name: 'while it starts',
  plan: { way: 'code', order: null },
  at: ({ kind }) => kind === 'opening',
};
const ready: KillCase = {
  name: 'when it has read its journal',
  plan: { way: 'pair', order: null },
  at: ({ kind }) => kind === 'ready',
};

/** Killed when the screen shows its own sale in this state. */
const inState = (way: LifePlan['way'], state: string): KillCase => ({
  name: `${way}, ${state}`,
  plan: { way, order: null },
  at: (line, own) => line.kind === 'sale' && line.id === own && line.state === state,
});

/** Killed when a button is pressed, or when the till has answered. */
const atOrder = (
  way: LifePlan['way'],
  order: NonNullable<LifePlan['order']>,
  when: 'asked' | 'answered',
): KillCase => ({
  name: `${way}, ${order} ${when}`,
  plan: { way, order },
  at: (line, own) => line.kind === when && line.id === own && line.action === order,
});

const WHEN = ['asked', 'answered'] as const;
const PAIR_STATES = ['creating', 'waiting_scan', 'waiting_approval', 'capturing', 'paid'] as const;

/** Every way to kill a till; a run takes them in turn. */
export const KILL_CASES: readonly KillCase[] = [
  opening,
  ready,
  ...PAIR_STATES.map((state) => inState('pair', state)),
  inState('code', 'waiting_scan'),
  inState('code', 'capturing'),
  inState('code', 'paid'),
  inState('aside', 'authorised'),
  ...WHEN.flatMap((when) => [
    atOrder('code', 'cancel', when),
    atOrder('pair', 'cancel', when),
    atOrder('code', 'dismiss', when),
    atOrder('pair', 'dismiss', when),
    atOrder('aside', 'release', when),
    atOrder('aside', 'set_aside', when),
  ]),
];
