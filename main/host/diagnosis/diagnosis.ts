import type { DiagnosisView } from '../../../shared/device/bridge/maintenance.ts';
import {
  DIAGNOSIS_CHECKS,
  type DiagnosisId,
  type DiagnosisResult,
  type Found,
} from '../../../shared/device/diagnosis/checks.ts';
import { CHECKS, type CheckId, type CheckResult } from '../../../shared/device/pairing/checks.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { isFinal, type TerminalView } from '../../../shared/terminal/sale/state.ts';
import { type DeviceClock, instantOf } from '../../../shared/time/clock.ts';

/** Checks one part of the machine. It changes nothing and does not reject. */
export type MachineCheck = () => Promise<Found>;

export type DiagnosisDeps = {
  /** The checks of the connection to the service; null when this process cannot sign in. */
  readonly service: (() => Promise<readonly CheckResult[]>) | null;
  readonly machine: Readonly<Record<Exclude<DiagnosisId, CheckId>, MachineCheck>>;
  readonly view: () => Pick<TerminalView, 'sales'>;
  readonly clock: DeviceClock;
  /** Writes the support file; returns its path as the id. */
  readonly write: (results: readonly DiagnosisResult[]) => Promise<Answer<{ readonly id: string }>>;
};

/** Checks of the till, its machine and its service. */
export interface Diagnosis {
  /** Null before the first run. */
  view(): DiagnosisView | null;
  subscribe(listener: () => void): () => void;
  /** Starts the checks; refused while a sale is open or checks are running. */
  start(): Answer<null>;
  /** Runs the checks and writes the results into a support file; refused as `look` is. */
  bundle(): Promise<Answer<{ readonly id: string }>>;
}

const BUSY = refuseTill('checks_running');
const SALE_OPEN = refuseTill('checks_wait_for_sale');
const NOT_ASKED: Found = { state: 'skipped', reason: 'not_asked', fact: null };

/**
 * Runs one check after the other on request and publishes each result at once. Payments take
 * precedence: no check starts while a sale is on the screen, and a new sale ends the run at the
 * next check.
 */
export function createDiagnosis(deps: DiagnosisDeps): Diagnosis {
  const { service, machine, clock } = deps;
  const listeners = createListeners();
  let view: DiagnosisView | null = null;
  let looking = false;

  const show = (next: DiagnosisView) => {
    view = next;
    listeners.tell();
  };
  const saleIsOpen = () => deps.view().sales.some(({ state, aside }) => !aside && !isFinal(state));

  async function run(): Promise<readonly DiagnosisResult[]> {
    const at = instantOf(clock.now());
    const found = new Map<DiagnosisId, Found>();
    const results = () => DIAGNOSIS_CHECKS.map((id, index) => resultOf(id, index, found.get(id)));
    const known = () => results().filter(({ id }) => found.has(id));
    show({ state: 'running', at, results: [] });
    const reached = service === null ? [] : await service().catch(() => []);
    for (const { id, ...rest } of reached) found.set(id, rest);
    if (reached.length === 0) for (const id of CHECKS) found.set(id, NOT_ASKED);
    show({ state: 'running', at, results: known() });
    for (const id of machineIds()) {
      if (saleIsOpen()) break;
      found.set(id, await machine[id]().catch(() => NOT_ASKED));
      show({ state: 'running', at, results: known() });
    }
    const whole = DIAGNOSIS_CHECKS.every((id) => found.has(id));
    show({ state: whole ? 'done' : 'broken_off', at, results: results() });
    return results();
  }

  function begin(): Answer<Promise<readonly DiagnosisResult[]>> {
    if (saleIsOpen()) return SALE_OPEN;
    if (looking) return BUSY;
    looking = true;
    return answer(
      run().finally(() => {
        looking = false;
      }),
    );
  }

  return {
    view: () => view,
    subscribe: listeners.subscribe,
    start() {
      const begun = begin();
      return begun.ok ? answer(null) : begun;
    },
    async bundle() {
      const begun = begin();
      return begun.ok ? deps.write(await begun.value) : begun;
    },
  };
}

function machineIds(): readonly Exclude<DiagnosisId, CheckId>[] {
  return DIAGNOSIS_CHECKS.filter(
    (id): id is Exclude<DiagnosisId, CheckId> => !CHECKS.some((one) => one === id),
  );
}

function resultOf(id: DiagnosisId, index: number, found: Found = NOT_ASKED): DiagnosisResult {
  const { state, reason, fact } = found;
  return { number: index + 1, id, state, reason, fact };
}
