import type { Alter } from '../till.ts';
import { acting, ignoring, type Planted } from './plant.ts';

/** The delay of a late button. */
const LATE = 120_000;

/** Applies each command to the oldest open sale instead of the sale that it names. */
const onTheOldest = acting('cancel', (act, terminal) => (_id, action) => {
  const open = terminal.view().sales.filter((sale) => sale.actions.includes(action));
  return act(open.at(-1)?.id ?? _id, action);
});

/** Answers at once and cancels two minutes later. */
const cancelsLate: Alter = (parts) =>
  acting('cancel', (act) => async (id, action) => {
    parts.clock.after(LATE, () => void act(id, action));
    return { ok: true, value: null };
  })(parts);

/** Cancels, and captures the money if the customer approved first. */
const takesAfterCancel: Alter = acting('cancel', (act, terminal) => async (id, action) => {
  const done = await act(id, action);
  terminal.subscribe(({ sales }) => {
    const sale = sales.find((one) => one.id === id);
    if (sale?.actions.includes('capture')) void act(id, 'capture');
  });
  return done;
});

/** Captures the whole reservation when a person orders a part. */
const takesAll: Alter = (parts) => ({
  ...parts,
  present: (terminal) => ({
    ...terminal,
    capture: async (id) => {
      const done = await terminal.act(id, 'capture');
      return done.ok ? { ok: true, value: { captureId: 'all' } } : done;
    },
  }),
});

/** Captures a part and keeps the rest reserved when it should be released. */
const keepsTheRest: Alter = (parts) => ({
  ...parts,
  present: (terminal) => ({
    ...terminal,
    capture: (id, request) => terminal.capture(id, { ...request, rest: 'keep' }),
  }),
});

/** Removes a sale when a person dismisses it. */
const forgetsDismissed: Alter = (parts) => {
  const gone = new Set<string>();
  const hidden = acting('dismiss', (act) => (id, action) => {
    gone.add(id);
    return act(id, action);
  })(parts);
  return {
    ...hidden,
    present: (terminal) => {
      const shown = hidden.present(terminal);
      const view = () => {
        const real = shown.view();
        return { ...real, sales: real.sales.filter(({ id }) => !gone.has(id)) };
      };
      return { ...shown, view, subscribe: (hear) => shown.subscribe(() => hear(view())) };
    },
  };
};

const instead = (action: 'cancel' | 'release' | 'capture', other: 'capture' | 'release') =>
  acting(action, (act) => (id) => act(id, other));

export const ORDERS_PLANTED: readonly Planted[] = [
  { name: 'ignores cancel', part: 'order', within: 20, plant: () => ignoring('cancel') },
  { name: 'ignores release', part: 'order', within: 10, plant: () => ignoring('release') },
  { name: 'ignores capture', part: 'order', within: 15, plant: () => ignoring('capture') },
  { name: 'ignores set_aside', part: 'order', within: 30, plant: () => ignoring('set_aside') },
  {
    name: 'ignores bring_to_front',
    part: 'order',
    within: 10,
    plant: () => ignoring('bring_to_front'),
  },
  { name: 'ignores dismiss', part: 'order', within: 15, plant: () => ignoring('dismiss') },
  { name: 'ignores settle', part: 'order', within: 30, plant: () => ignoring('settle') },
  { name: 'ignores renew', part: 'order', within: 10, plant: () => ignoring('renew') },
  { name: 'ignores ask_again', part: 'order', within: 60, plant: () => ignoring('ask_again') },
  { name: 'cancels the oldest sale', part: 'order', within: 20, plant: () => onTheOldest },
  { name: 'cancels two minutes later', part: 'order', within: 20, plant: () => cancelsLate },
  {
    name: 'captures a sale that was cancelled',
    part: 'order',
    within: 310,
    plant: () => takesAfterCancel,
  },
  {
    name: 'captures instead of a release',
    part: 'order',
    within: 10,
    plant: () => instead('release', 'capture'),
  },
  {
    name: 'releases instead of a capture',
    part: 'order',
    within: 10,
    plant: () => instead('capture', 'release'),
  },
  { name: 'captures all when a part is ordered', part: 'order', within: 10, plant: () => takesAll },
  { name: 'keeps the rest of a part', part: 'order', within: 195, plant: () => keepsTheRest },
  { name: 'forgets dismissed sales', part: 'order', within: 15, plant: () => forgetsDismissed },
];
