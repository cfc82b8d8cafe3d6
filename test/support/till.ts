import { createIds } from '../../shared/ids/ids.ts';
import { money } from '../../shared/money/money.ts';
import {
  createTerminal,
  type Journal,
  type JournalRecord,
  type PushListener,
  type SaleRequest,
  type SaleView,
  type Terminal,
  type TerminalSetup,
  type Written,
} from '../../shared/terminal/index.ts';
import type { TerminalOptions } from '../../shared/terminal/terminal.ts';
import { LAST_RESORT } from './last-resort.ts';
import type { ManualClock } from './manual-clock.ts';

export const SETUP: TerminalSetup = {
  posId: 'till1',
  currency: 'NOK',
  policy: 'attended',
  channel: 'till.till1',
};

export const QR_SALE: SaleRequest = {
  amount: money(12_500),
  text: 'Kaffe',
  method: { kind: 'qr' },
};

/** A journal in memory that fails, or stops, when the test says so. */
export function createMemoryJournal(found: readonly JournalRecord[] = []) {
  const records = [...found];
  let hook: (record: JournalRecord) => Promise<Written> = async () => ({ ok: true });
  const journal: Journal = {
    records: [...found],
    append: async (record) => {
      const written = await hook(record);
      // A written record must be readable: it has the same form as on a disk.
      if (written.ok) records.push(JSON.parse(JSON.stringify(record)));
      return written;
    },
    close: async () => undefined,
  };
  return {
    journal,
    records,
    onAppend: (next: (record: JournalRecord) => Promise<Written>) => {
      hook = next;
    },
  };
}

/** A push channel that the test controls. */
export function createHandPush() {
  let listener: PushListener | null = null;
  return {
    push: {
      open: (_channel: string, given: PushListener) => {
        listener = given;
        return async () => undefined;
      },
    },
    link: (up: boolean) => listener?.onLink(up),
    event: async (
      seq: number,
      event: string,
      object: unknown,
      labels: string[] = [],
      uri: string | null = null,
    ) => {
      const meta = { id: `m${seq}`, event, uri, seqno: 0, labels };
      const message = { meta: { ...meta, context: 'ctx', timestamp: '' }, object };
      return listener?.onEvent({ seq, message });
    },
  };
}

let started = 0;

/**
 * Ids that differ from run to run of the till and are the same in every run of the test. A test whose
 * result must not depend on the files before it gives the number of the till's run itself.
 */
export function testIds(run?: number) {
  started += 1;
  let drawn = (run ?? started) * 7_919;
  return createIds((length) =>
    Uint8Array.from({ length }, () => {
      drawn = (Math.imul(drawn, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return (drawn >> 8) % 252;
    }),
  );
}

export function startTill(
  deps: Omit<TerminalOptions, 'settings' | 'push'> & {
    readonly settings?: Partial<TerminalSetup>;
    readonly push?: TerminalOptions['push'];
  },
): Terminal {
  const settings = { ...SETUP, ...deps.settings };
  return createTerminal({ ...deps, push: deps.push ?? null, ids: deps.ids ?? testIds(), settings });
}

/** Waits until all work that is in progress has finished. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Moves the clock in small steps until `holds`; fails after `limit` milliseconds of that clock. */
export async function drive(
  clock: ManualClock,
  holds: () => boolean,
  limit = 120_000,
): Promise<void> {
  const end = clock.now() + limit;
  for (;;) {
    await rest();
    if (holds()) return;
    if (clock.now() >= end) throw new Error(`it did not happen within ${limit} ms`);
    clock.advance(50);
  }
}

/** Checks every change of the view until `holds`; fails with the view after {@link LAST_RESORT}. */
export function untilShown(till: Terminal, holds: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = setTimeout(() => {
      unsubscribe();
      reject(new Error(`the till shows ${JSON.stringify(till.view(), null, 1)}`));
    }, LAST_RESORT);
    const look = () => {
      if (!holds()) return;
      clearTimeout(end);
      unsubscribe();
      resolve();
    };
    const unsubscribe = till.subscribe(look);
    look();
  });
}

/** The newest sale of a till. */
export function saleOf(till: Terminal): SaleView {
  const [sale] = [...till.view().sales].sort((a, b) => b.number - a.number);
  if (sale === undefined) throw new Error('the till has no sale');
  return sale;
}

export function stateOf(till: Terminal): string {
  return saleOf(till).state.kind;
}
