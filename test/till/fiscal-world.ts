import type { FiscalDevice } from '../../main/host/fiscal/device.ts';
import type { WithoutDevice } from '../../shared/books/fiscal.ts';
import type { FiscalAnswer, FiscalRequest } from '../../shared/device/fiscal/protocol.ts';
import { answerFiscal, newSimulatedDevice } from '../../shared/device/fiscal/simulated.ts';

/* A simulated fiscal device in the same process, whose faults the test chooses. */

/**
 * `stuck`: it counts no further and signs everything alike. `stands`: it counts no further. The others concern `finish` only. `mixes`: it gives the
 * answer to another transaction. `miscounts`: it signs another number than it has begun. `hangs`: it never answers.
 */
export type Mood =
  | 'ok'
  | 'absent'
  | 'loses'
  | 'stuck'
  | 'stands'
  | 'refuses'
  | 'unsigned'
  | 'mixes'
  | 'miscounts'
  | 'hangs'
  | 'fills'
  | 'loses_once';

/** The device itself: it outlives the till. `capacity` is how many transactions it has room for. */
export function simulatedDevice(capacity?: number) {
  let state = newSimulatedDevice('SIM', capacity);
  let mood: Mood = 'ok';
  const requests: FiscalRequest[] = [];
  let signed: FiscalAnswer | null = null;
  function spoilt(answer: FiscalAnswer): FiscalAnswer | null {
    if (mood === 'refuses') return { ok: false, why: 'refused' };
    if (mood === 'unsigned') return { ok: true };
    if (mood === 'hangs') return null;
    if (mood === 'fills') return { ok: false, why: 'full' };
    if (mood === 'mixes' && signed !== null) return signed;
    if (mood === 'miscounts' && answer.ok) return { ...answer, number: (answer.number ?? 0) + 1 };
    if (mood === 'loses_once') {
      mood = 'ok';
      return null;
    }
    signed = answer;
    return answer;
  }
  /** A till's connection. `step` is asked before and after the device acts: it never answers after a power cut. */
  const connect =
    (step: () => Promise<void> = async () => undefined): FiscalDevice =>
    async (request) => {
      await step();
      if (mood === 'absent') return null;
      requests.push(request);
      const { next, answer } = answerFiscal(state, request, (text) => `seal of ${text}`, 'T');
      state = next;
      await step();
      if (mood === 'loses') return null;
      if (mood === 'stuck' && answer.ok && answer.number !== undefined)
        return request.do === 'finish'
          ? { ...answer, number: 1, signature: 'the same' }
          : { ...answer, number: 1 };
      if (mood === 'stands' && answer.ok && answer.number !== undefined)
        return { ...answer, number: 1 };
      return request.do === 'finish' ? spoilt(answer) : answer;
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
