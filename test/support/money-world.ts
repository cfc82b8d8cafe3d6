import { money } from '../../shared/money/money.ts';
import type {
  JournalRecord,
  RefundClient,
  SaleAction,
  SaleRequest,
  SaleView,
  Terminal,
  TerminalClient,
  TerminalSetup,
  Written,
} from '../../shared/terminal/index.ts';
import { journalRecord } from '../../shared/terminal/sale/records.ts';
import { createSimulatedMachine } from '../../shared/terminal/vending/simulated.ts';
import { createManualClock } from './manual-clock.ts';
import { createModelService } from './model-service.ts';
import { createMemoryJournal, drive, rest, saleOf, startTill, stateOf } from './till.ts';

type Life = {
  readonly till: Terminal;
  readonly isDead: () => boolean;
  readonly kill: () => void;
};

/** Whether this till can sign refunds, and has a machine; both unless a test says otherwise. */
export type MoneyOptions = {
  readonly settings?: Partial<TerminalSetup>;
  readonly signs?: 'yes' | 'no';
  /**
   * The step at which the first till stops: before or after a call, a record, or a message to the
   * machine.
   */
  readonly killAt?: number;
};

/**
 * One service and one machine for several tills, one after the other. A till that was killed neither
 * sends nor writes anything more, and gets no answers.
 */
export function createMoneyWorld(options: MoneyOptions = {}) {
  const clock = createManualClock();
  const service = createModelService(clock);
  const machine = createSimulatedMachine(clock);
  const memory = createMemoryJournal();
  let hook: (record: JournalRecord) => Promise<Written> = async () => ({ ok: true });
  let life: Life | null = null;
  let steps = 0;
  let { killAt = Number.POSITIVE_INFINITY } = options;

  function begin(more: Partial<TerminalSetup> = {}): Terminal {
    let dead = false;
    const dies = () => {
      steps += 1;
      dead ||= steps >= killAt;
      return dead;
    };
    const NEVER = new Promise<never>(() => undefined);
    const living = <A extends unknown[], T>(work: (...args: A) => Promise<T>) => {
      return async (...args: A): Promise<T> => {
        if (dead || dies()) return NEVER;
        const result = await work(...args);
        return dead || dies() ? NEVER : result;
      };
    };
    const { paymentCreate, paymentUpdate, paymentOutcome, statusCodeRead } = service.client;
    const client: TerminalClient & RefundClient = {
      ...service.client,
      paymentCreate: living(paymentCreate),
      paymentUpdate: living(paymentUpdate),
      paymentOutcome: living(paymentOutcome),
      statusCodeRead: living(statusCodeRead),
    };
    const found = createMemoryJournal(memory.records).journal;
    const append = living(async (record: JournalRecord) => {
      // A written record must be readable when the till starts again.
      journalRecord.parse(JSON.parse(JSON.stringify(record)));
      const written = await hook(record);
      return written.ok ? memory.journal.append(record) : written;
    });
    const deaf = {
      ...machine,
      dispense: living(machine.dispense),
      ask: living(machine.ask),
    };
    const till = startTill({
      client,
      clock,
      journal: { ...found, append },
      machine: deaf,
      refunds: options.signs === 'no' ? null : client,
      settings: { ...options.settings, ...more },
    });
    life = {
      till,
      isDead: () => dead,
      kill: () => {
        dead = true;
      },
    };
    return till;
  }

  const till = () => life?.till ?? begin();
  const world = {
    clock,
    service,
    machine,
    records: memory.records,
    till,
    begin,
    /** The power fails, and returns at once. */
    restart: (more: Partial<TerminalSetup> = {}) => {
      life?.kill();
      killAt = Number.POSITIVE_INFINITY;
      return begin(more);
    },
    /** What writing to the journal does from now on. */
    onAppend: (next: (record: JournalRecord) => Promise<Written>) => {
      hook = next;
    },
    steps: () => steps,
    isDead: () => life?.isDead() === true,
    sale: (): SaleView => saleOf(till()),
    state: () => stateOf(till()),
    because: () => {
      const { state } = saleOf(till());
      return state.kind === 'authorised' ? state.because : null;
    },
    log: () => saleOf(till()).log.map((line) => line.key),
    calls: (name: string) => service.calls.filter((call) => call.name === name).length,
    act: (action: SaleAction) => till().act(saleOf(till()).id, action),
    until: (holds: () => boolean, limit?: number) => drive(clock, holds, limit),
    becomes: (kind: string) => drive(clock, () => stateOf(till()) === kind),
    /** Lets time pass in steps of `step` milliseconds, until a condition holds. */
    pass: async (time: number, holds: () => boolean = () => false, step = 60_000) => {
      for (const end = clock.now() + time; clock.now() < end && !holds(); ) {
        clock.advance(step);
        await rest();
      }
    },
    /** Starts a sale, and the customer approves it. */
    approved: async (request: SaleRequest) => {
      const started = await till().start(request);
      if (!started.ok) throw new Error(started.refusal.description);
      await drive(clock, () => stateOf(till()) === 'waiting_scan');
      service.confirm();
    },
  };
  begin();
  return world;
}

export type MoneyWorld = ReturnType<typeof createMoneyWorld>;

export const nok = (amount: number) => ({ amount: money(amount) });
