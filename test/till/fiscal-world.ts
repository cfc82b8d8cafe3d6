import type { FiscalDevice } from '../../main/host/fiscal/device.ts';
import type { WithoutDevice } from '../../shared/books/fiscal.ts';
import type { FiscalRequest } from '../../shared/device/fiscal/protocol.ts';
import { answerFiscal, newSimulatedDevice } from '../../shared/device/fiscal/simulated.ts';

/* A simulated fiscal device in the same process, whose faults the test chooses. */

export type Mood = 'ok' | 'absent' | 'loses';

/** The device itself: it outlives the till. `capacity` is how many transactions it has room for. */
export function simulatedDevice(capacity?: number) {
  let state = newSimulatedDevice('SIM', capacity);
  let mood: Mood = 'ok';
  const requests: FiscalRequest[] = [];
  /** A till's connection. `step` is asked before and after the device acts: it never answers after a power cut. */
  const connect =
    (step: () => Promise<void> = async () => undefined): FiscalDevice =>
    async (request) => {
      await step();
      if (mood === 'absent') return null;
      requests.push(request);
      const { next, answer } = answerFiscal(
        state,
        request,
        (text) => `seal of ${text.length}`,
        'T',
      );
      state = next;
      await step();
      return mood === 'loses' ? null : answer;
    };
  return {
    connect,
    requests: requests as readonly FiscalRequest[],
    be(next: Mood) {
      mood = next;
    },
    grow(to: number) {
      state = { ...state, capacity: to };
    },
    transactions: () => state.transactions,
    /** How many transactions are in each state. */
    counts() {
      const count = (of: string) => state.transactions.filter((one) => one.state === of).length;
      return { open: count('open'), finished: count('finished'), cancelled: count('cancelled') };
    },
  };
}

export type SimulatedDevice = ReturnType<typeof simulatedDevice>;

export const withRule = (rule: WithoutDevice, device: FiscalDevice) => ({
  fiscal: { rule, device },
});
