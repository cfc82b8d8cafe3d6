import { present } from '../../objects/present.ts';
import { type Answer, answer } from '../../protocol/errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { refuseTill } from '../../refusals/till-problem.ts';
import {
  ageOfRecord,
  type DeviceClock,
  elapsed,
  type Instant,
  instantOf,
  type Ticks,
  ticksAfter,
} from '../../time/clock.ts';
import { type JournalQueue, notSaved } from '../engine/journal-queue.ts';
import type { SaleIds } from '../engine/sale-ids.ts';
import type { Sales } from '../engine/sales.ts';
import { SCAN_TOKEN } from '../sale/payment-methods.ts';
import type { CodeRecord } from '../sale/records.ts';
import { isOver } from '../sale/sale.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import type { DeviceCodeView, ScanView } from '../sale/state.ts';
import { createStrayScans } from './stray-scans.ts';

/** A code that this device shows before the total is known. */
export type OpenCode = {
  readonly id: string;
  readonly number: number;
  readonly uri: string;
  readonly label: string | null;
  readonly opened: Instant;
  /** The first customer who has scanned it, or null. */
  readonly token: string | null;
};

/** Makes a code from its first record. */
export function openCode(record: CodeRecord): OpenCode {
  const { code: id, number, uri, label = null, at: opened } = record;
  return { id, number, uri, label, opened, token: null };
}

/** The codes that this device shows, and their scans. */
export interface Codes {
  open(label: string | null): Promise<Answer<{ readonly id: string; readonly uri: string }>>;
  close(id: string): Promise<Answer<null>>;
  get(id: string): OpenCode | null;
  /** Removes a code that has become a sale. */
  forget(id: string): void;
  /** The address of the code with this id; null if this device has no shortlink. */
  uriOf(id: string): string | null;
  /**
   * Handles a scan of this device's link. The end of the link alone decides which code or sale it
   * belongs to. Returns false if the scan is not durable, so the service must send it again.
   */
  scanned(argstring: string, token: string): Promise<boolean>;
  /** True while this code or sale waits for a scan; null asks about any of them. */
  awaits(argstring: string | null): boolean;
  /** Removes the scan of this customer, because a sale uses it. */
  scanTaken(token: string): void;
  codes(): readonly DeviceCodeView[];
  scans(): readonly ScanView[];
}

export type CodesDeps = {
  readonly sales: Sales;
  readonly journalQueue: JournalQueue;
  readonly clock: DeviceClock;
  readonly settings: TerminalSettings;
  readonly saleIds: SaleIds;
  readonly restored: ReadonlyMap<string, OpenCode>;
  readonly changed: () => void;
};

export function createCodes(deps: CodesDeps): Codes {
  const { sales, journalQueue, clock, settings } = deps;
  const open = new Map(deps.restored);
  const strayScans = createStrayScans(clock);
  /** Since when each code is shown. The file has the time of day, which only a restart compares. */
  const shown = new Map<string, Ticks>();
  for (const [id, { opened }] of deps.restored) {
    const age = Math.min(Math.max(0, ageOfRecord(opened, clock.now())), settings.codeLife);
    shown.set(id, ticksAfter(clock.ticks(), -age));
  }

  function get(id: string): OpenCode | null {
    const code = open.get(id) ?? null;
    const since = shown.get(id);
    if (code === null || since === undefined) return null;
    return elapsed(since, clock.ticks()) < settings.codeLife ? code : null;
  }

  function remove(id: string): void {
    open.delete(id);
    shown.delete(id);
  }

  function isAwaited(id: string): boolean {
    const sale = sales.get(id);
    if (sale !== null) return sale.facts.awaits !== null && !isOver(sale.facts);
    return get(id)?.token === null;
  }

  async function keep(code: OpenCode, token: string): Promise<boolean> {
    open.set(code.id, { ...code, token });
    deps.changed();
    const base = { v: 1, at: instantOf(clock.now()), kind: 'code_scanned' } as const;
    return journalQueue.write({ ...base, code: code.id, token });
  }

  return {
    open: async (label) => {
      for (const id of open.keys()) if (get(id) === null) remove(id);
      const record = newCode(label, open.size, deps);
      if (!record.ok) return record;
      const written = await journalQueue.must(record.value);
      if (!written.ok) return refuseTill('not_saved', written.failure.description);
      const code = openCode(record.value);
      open.set(code.id, code);
      shown.set(code.id, clock.ticks());
      deps.changed();
      return answer({ id: code.id, uri: code.uri });
    },
    close: async (code) => {
      if (!open.has(code)) return NOT_SHOWN;
      const written = await journalQueue.must({
        v: 1,
        at: instantOf(clock.now()),
        kind: 'code_closed',
        code,
      });
      if (!written.ok) return notSaved(written.failure);
      remove(code);
      deps.changed();
      return answer(null);
    },
    get,
    forget: remove,
    uriOf: (id) => uriOf(id, settings),
    scanned: async (argstring, token) => {
      if (!SCAN_TOKEN.test(token) || argstring.length > LIMITS.argstringMax) return true;
      // The same scan can arrive twice.
      if (customersOf(sales, open).includes(token)) return !journalQueue.isStuck();
      // The first customer who scans a code is its customer.
      if (sales.get(argstring) !== null && isAwaited(argstring)) {
        sales.dispatch(argstring, { kind: 'scan', token });
        await journalQueue.settled();
        return !journalQueue.isStuck();
      }
      const code = get(argstring);
      if (code?.token === null) return keep(code, token);
      strayScans.add(argstring, token);
      deps.changed();
      return true;
    },
    awaits: (argstring) => {
      if (argstring !== null) return isAwaited(argstring);
      return [...open.keys(), ...sales.all().map(({ facts }) => facts.id)].some(isAwaited);
    },
    scanTaken: strayScans.remove,
    codes: () => [...open.keys()].flatMap((id) => viewOf(get(id))),
    scans: strayScans.list,
  };
}

/** Customers of open sales, and customers who wait for a total. */
function customersOf(sales: Sales, open: ReadonlyMap<string, OpenCode>): (string | null)[] {
  const requested = sales.all().map(({ facts }) => facts.body.customer);
  return [...requested, ...[...open.values()].map((code) => code.token)];
}

/** The first record of a new code, or the reason why the till cannot show one. */
function newCode(
  label: string | null,
  openCount: number,
  { settings, saleIds, clock }: Pick<CodesDeps, 'clock' | 'settings' | 'saleIds'>,
): Answer<CodeRecord> {
  if (label !== null && label.length > LIMITS.labelMax) {
    return refuseTill('label_too_long', `A label has at most ${LIMITS.labelMax} characters.`);
  }
  if (openCount >= settings.codesMax) return TOO_MANY;
  if (settings.deviceCode === null) return NO_CODE;
  const { id: code, number } = saleIds.next();
  const uri = uriOf(code, settings) ?? '';
  return answer({
    v: 1,
    at: instantOf(clock.now()),
    kind: 'code',
    code,
    number,
    uri,
    ...present({ label }),
  });
}

function uriOf(id: string, { deviceCode }: TerminalSettings): string | null {
  return deviceCode === null ? null : `${deviceCode.address.replace(/\/+$/, '')}/${id}`;
}

const NOT_SHOWN = refuseTill('code_gone');
const TOO_MANY = refuseTill('too_many_codes');
export const NO_CODE = refuseTill('no_code');

function viewOf(code: OpenCode | null): readonly DeviceCodeView[] {
  if (code === null) return [];
  const { id, uri, label, token, opened } = code;
  const state = token === null ? 'shown' : 'scanned';
  return [{ id, uri, ...present({ label }), state, opened }];
}
