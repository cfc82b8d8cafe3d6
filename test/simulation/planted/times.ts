import type { TerminalClient, VendResult } from '../../../shared/terminal/index.ts';
import { MINUTE } from '../../../shared/time/clock.ts';
import type { Alter } from '../till.ts';
import { client, type Planted } from './plant.ts';

/** Stops to read a payment after three calls without an answer. */
const givesUpAsking = (): Alter => {
  const fails = new Map<string, number>();
  return client(({ paymentOutcome }) => ({
    paymentOutcome: async (tid, wait, options) => {
      if ((fails.get(tid) ?? 0) >= 3) return new Promise(() => undefined);
      const read = await paymentOutcome(tid, wait, options);
      if (!read.ok) fails.set(tid, (fails.get(tid) ?? 0) + 1);
      return read;
    },
  }));
};

/** Waits ten minutes after a call without an answer. */
const waitsTooLong: Alter = (parts) => ({
  ...parts,
  settings: { ...parts.settings, backoffBase: 10 * MINUTE, backoffCap: 10 * MINUTE },
});

/** Never tells the engine that a command was refused. */
const hangsOnRefusal = client(
  (real): Partial<TerminalClient> => ({
    paymentUpdate: async (tid, change, options) => {
      const done = await real.paymentUpdate(tid, change, options);
      return done.ok ? done : new Promise(() => undefined);
    },
  }),
);

/** Reports a failed delivery as a successful one. */
const failedAsDelivered: Alter = (parts) => {
  const read = (said: VendResult): VendResult =>
    said.kind === 'failed' ? { kind: 'ok', amount: null } : said;
  return {
    ...parts,
    machine: {
      ...parts.machine,
      dispense: async (order, signal) => read(await parts.machine.dispense(order, signal)),
    },
  };
};

/** Orders again with another id if the machine did not answer. */
const ordersAgain = (): Alter => (parts) => ({
  ...parts,
  machine: {
    ...parts.machine,
    dispense: async (order, signal) => {
      await parts.machine.dispense(order, signal);
      return parts.machine.dispense({ ...order, vend: `${order.vend}-2` }, signal);
    },
  },
});

export const TIMES: readonly Planted[] = [
  { name: 'stops after three failed reads', part: 'time', within: 10, plant: givesUpAsking },
  {
    name: 'waits ten minutes after a failed call',
    part: 'time',
    within: 55,
    plant: () => waitsTooLong,
  },
  { name: 'hangs on a refused command', part: 'time', within: 10, plant: () => hangsOnRefusal },
  { name: 'orders twice from the machine', part: 'machine', within: 120, plant: ordersAgain },
  {
    name: 'captures the money of a failed delivery',
    part: 'machine',
    within: 170,
    plant: () => failedAsDelivered,
  },
];
