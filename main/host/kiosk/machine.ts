import type { VendingMachine } from '../../../shared/terminal/sale/machine-port.ts';
import { createSimulatedMachine } from '../../../shared/terminal/vending/simulated.ts';
import { type DeviceClock, SECOND } from '../../../shared/time/clock.ts';
import { createTcpMachine } from '../vending/tcp-machine.ts';
import type { KioskConfig } from './config.ts';

/** The machine of a kiosk, real or simulated. */
export type KioskMachine = VendingMachine & {
  readonly kind: 'tcp' | 'simulated';
  readonly close: () => void;
};

/** Opens the machine of the settings; null without one. */
export function openMachine(
  { machine }: KioskConfig,
  clock: DeviceClock,
  report: (sentence: string) => void,
): KioskMachine | null {
  if (machine === null) return null;
  if (machine.kind === 'tcp') {
    const { host, port } = machine;
    return { ...createTcpMachine({ host, port, clock, report }), kind: 'tcp' };
  }
  report('The machine of this kiosk is simulated; it delivers nothing.');
  const simulated = createSimulatedMachine(clock);
  simulated.script({
    kind: 'late',
    after: machine.seconds * SECOND,
    says: { kind: 'ok', amount: null },
  });
  return { ...simulated, kind: 'simulated', close: () => undefined };
}

/** Deadline of a machine for a test question. */
const TEST_WITHIN = 5 * SECOND;

/**
 * Asks a machine about an unknown order. It delivers nothing, and its answer proves the connection
 * in both directions.
 */
export async function answers(
  machine: VendingMachine,
  clock: DeviceClock,
  order: string,
): Promise<boolean> {
  if (machine.state() === 'away') return false;
  const controller = new AbortController();
  const cancel = clock.after(TEST_WITHIN, () => controller.abort());
  const tooLate = new Promise<false>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(false), { once: true });
  });
  try {
    const answered = machine.ask(order, controller.signal).then(
      () => true,
      () => false,
    );
    return await Promise.race([answered, tooLate]);
  } finally {
    cancel();
  }
}
