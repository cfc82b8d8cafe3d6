import { onTestFinished } from 'vitest';
import type {
  SaleAction,
  SaleRequest,
  TerminalClient,
  TerminalDeps,
  TerminalSetup,
} from '../../shared/terminal/index.ts';
import { createManualClock } from './manual-clock.ts';
import { createModelService, type Fate } from './model-service.ts';
import {
  createHandPush,
  createMemoryJournal,
  drive,
  QR_SALE,
  rest,
  saleOf,
  startTill,
  stateOf,
} from './till.ts';

/* A till whose clock, service, journal and push the test controls. */

/** A till with its own code to show. */
export const OWN = { deviceCode: { shortlinkId: 'abcde', address: 'http://pay.test/s/abcde' } };

/** Calls with other answers than the service's. */
export type Calls = (real: TerminalClient) => Partial<TerminalClient>;

/** What differs: settings (its own code unless given), parts, some calls. */
type Otherwise = Partial<Pick<TerminalDeps, 'push' | 'permissions' | 'machine' | 'onFault'>> & {
  readonly settings?: Partial<TerminalSetup>;
  readonly calls?: Calls;
};

/** Starts a till; it stops with its test. */
export function tillWorld(otherwise: Otherwise = {}) {
  const clock = createManualClock();
  const service = createModelService(clock);
  return run({ clock, service, memory: createMemoryJournal() }, otherwise);
}

type Kept = {
  readonly clock: ReturnType<typeof createManualClock>;
  readonly service: ReturnType<typeof createModelService>;
  readonly memory: ReturnType<typeof createMemoryJournal>;
};

function run(kept: Kept, { calls: other, ...otherwise }: Otherwise) {
  const { clock, service, memory } = kept;
  const hand = createHandPush();
  const { records } = createMemoryJournal(memory.records).journal;
  const till = startTill({
    client: { ...service.client, ...other?.(service.client) },
    journal: { ...memory.journal, records },
    clock,
    push: hand.push,
    settings: OWN,
    ...otherwise,
  });
  onTestFinished(() => till.stop());
  const becomes = (kind: string, limit?: number) =>
    drive(clock, () => stateOf(till) === kind, limit);
  return {
    ...kept,
    hand,
    till,
    started: async (request: SaleRequest = QR_SALE): Promise<string> => {
      const answer = await till.start(request);
      if (!answer.ok) throw new Error(answer.refusal.description);
      await rest();
      return answer.value.id;
    },
    /** A sale of the usual amount that waits for its scan. */
    waiting: async (): Promise<void> => {
      await till.start(QR_SALE);
      await becomes('waiting_scan');
    },
    becomes,
    saleBecomes: (sale: string, kind: string) =>
      drive(clock, () => till.sale(sale)?.state.kind === kind),
    act: (action: SaleAction) => till.act(saleOf(till).id, action),
    /** Sets the fate of the first `times` calls of this name; all other calls are delivered. */
    fareSo: (name: string, fate: Fate, times = Number.POSITIVE_INFINITY): void => {
      let left = times;
      service.setFate((call) => {
        if (call.name !== name || left <= 0) return 'deliver';
        left -= 1;
        return fate;
      });
    },
    logKeys: () => saleOf(till).log.map((line) => line.key),
    calls: (name: string) => service.calls.filter((call) => call.name === name).length,
    /** The next run of this till, on its journal. */
    again: async (next: Otherwise = {}) => {
      await till.stop();
      return run(kept, next);
    },
  };
}

type Said = { readonly ok: boolean; readonly refusal?: { type: string; description: string } };
/** A till's answer as one sentence. */
export const answerText = ({ refusal }: Said) =>
  refusal === undefined ? 'done' : `${refusal.type}: ${refusal.description}`;
