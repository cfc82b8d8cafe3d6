import { CODE } from '../../../shared/protocol/status-codes.ts';
import {
  isFinal,
  type JournalRecord,
  type RefundClient,
  type SaleAction,
  type SaleView,
  type Terminal,
  type TerminalClient,
  type TerminalSetup,
} from '../../../shared/terminal/index.ts';
import type { PermissionClient } from '../../../shared/terminal/permissions/follow.ts';
import {
  createSimulatedMachine,
  type VendScript,
} from '../../../shared/terminal/vending/simulated.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { WAITING } from '../../shared/terminal/permissions/data-world.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createModelService, type ModelService, ok } from '../../support/model-service.ts';
import {
  createHandPush,
  createMemoryJournal,
  rest,
  startTill,
  testIds,
} from '../../support/till.ts';

/** What people do at one moment; called after each step of time, in every life of the till. */
export type People = (now: Moment) => void;

export type Moment = {
  readonly till: Terminal;
  readonly service: ModelService;
  readonly at: Instant;
  readonly sales: readonly SaleView[];
  /** Orders an action once in this life of the till. */
  readonly press: (sale: SaleView, action: SaleAction) => void;
  /** Does something one time in all lives of the till. */
  readonly once: (name: string, act: () => void) => void;
  /** Does something once in this life of the till. */
  readonly onceInLife: (name: string, act: () => void) => void;
  readonly scan: (id: string, argstring: string) => void;
  /** Sends the till the event that a customer has opened a request. */
  readonly opened: (posTid: string) => void;
  readonly grant: () => void;
};

/** One sale, refund or request, from the first press of a button to its end. */
export type Story = {
  readonly name: string;
  readonly people: People;
  readonly settings?: Partial<TerminalSetup>;
  readonly machine?: VendScript;
  /** The status with which the service refuses each new request. */
  readonly refuses?: number;
  /** Other ends that a restart may cause, and why each is right. */
  readonly otherEnds?: Readonly<Record<string, string>>;
};

export type GapRun = {
  /** The records of the first life, and those that later lives added. */
  readonly before: readonly JournalRecord[];
  readonly after: readonly JournalRecord[];
  /** The calls of the later lives. */
  readonly calls: readonly string[];
  readonly ends: readonly string[];
  /** Minor units that the service captured and refunded. */
  readonly captured: number;
  readonly refunded: number;
  readonly captures: number;
  readonly delivered: number;
};

const STEP = 250;
const STEPS_MAX = 600;
/** The story ends after this many steps in which nothing is open and nothing is written. */
const QUIET_STEPS = 60;
const NEVER = new Promise<never>(() => undefined);

/** The service's side of a permission request: granted after the customer has granted it. */
function permissionsOf(isGranted: () => boolean, calls: string[]): PermissionClient {
  const granted = { ...WAITING, status: 'ok', status_code: 2000, access_token: 't' } as const;
  return {
    permissionCreate: async () => {
      calls.push('create data request');
      return ok(201, { id: 'r1' });
    },
    permissionOutcome: async () => {
      calls.push('read data request');
      return ok(200, isGranted() ? granted : WAITING);
    },
  };
}

/** What stays when the till restarts: clock, service, machine, journal, and what people have done. */
function createOutside({ refuses, machine: script }: Story) {
  const clock = createManualClock();
  const service = createModelService(clock);
  if (refuses !== undefined) service.setRefusal(({ name }) => (name === 'create' ? refuses : null));
  const machine = createSimulatedMachine(clock);
  if (script !== undefined) machine.script(script);
  const done = new Set<string>();
  const dataCalls: string[] = [];
  const permissions = permissionsOf(() => done.has('granted'), dataCalls);
  const memory = createMemoryJournal();
  return { clock, service, machine, memory, done, dataCalls, permissions };
}

type Outside = ReturnType<typeof createOutside>;

/** A life of the till. `kill` ends it: it sends and writes nothing more, and gets no answer. */
function createLife(
  outside: Outside,
  { settings }: Story,
  append: (record: JournalRecord) => ReturnType<Outside['memory']['journal']['append']>,
  number: number,
) {
  const { clock, service, machine, memory, permissions } = outside;
  let dead = false;
  const living =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (dead) return NEVER;
      const result = await work(...args);
      return dead ? NEVER : result;
    };
  const { paymentCreate, paymentUpdate, paymentOutcome, paymentRead, statusCodeRead } =
    service.client;
  const client: TerminalClient & RefundClient = {
    paymentCreate: living(paymentCreate),
    paymentUpdate: living(paymentUpdate),
    paymentOutcome: living(paymentOutcome),
    statusCodeRead: living(statusCodeRead),
    paymentRead: living(paymentRead),
  };
  const { permissionCreate, permissionOutcome } = permissions;
  const hand = createHandPush();
  const till = startTill({
    ...{ client, clock, push: hand.push, refunds: client, ids: testIds(number) },
    machine: { ...machine, dispense: living(machine.dispense), ask: living(machine.ask) },
    permissions: {
      permissionCreate: living(permissionCreate),
      permissionOutcome: living(permissionOutcome),
    },
    journal: { ...createMemoryJournal(memory.records).journal, append: living(append) },
    settings: { deviceCode: { shortlinkId: 'own', address: 'http://pay.test' }, ...settings },
  });
  const kill = async () => {
    dead = true;
    await Promise.race([till.stop(), rest()]);
  };
  return { till, hand, kill };
}

type Life = ReturnType<typeof createLife>;

/** What people see and can do at one moment of a life. */
function momentOf({ clock, service, done }: Outside, { till, hand }: Life, life: number): Moment {
  const once = (name: string, act: () => void) => {
    if (done.has(name)) return;
    done.add(name);
    act();
  };
  const onceInLife = (name: string, act: () => void) => once(`${name} in life ${life}`, act);
  return {
    ...{ till, service, at: clock.now(), sales: till.view().sales, once, onceInLife },
    press: ({ id, actions }, action) => {
      if (!actions.includes(action)) return;
      onceInLife(`${id} ${action}`, () => void till.act(id, action));
    },
    scan: (id, argstring) => void hand.event(life, 'shortlink_scanned', { id, argstring }),
    opened: (posTid) => {
      const tid = service.payments().find((one) => one.request.pos_tid === posTid)?.tid ?? '';
      const status = { status: 'pending', status_code: CODE.pending, level: 'info' };
      const message = { pos_id: 'till1', pos_tid: posTid, tid, message: 'Opened.', ...status };
      void hand.event(life, 'display_message', message, ['opened']);
    },
    grant: () => done.add('granted'),
  };
}

/**
 * Plays a story. The till stops when `records` records are durable and the next one is not. Everything
 * else that the till did at that moment has happened. It then starts again with what is in the journal.
 */
export async function playWithGap(story: Story, records: number): Promise<GapRun> {
  const outside = createOutside(story);
  const { clock, service, memory, dataCalls } = outside;
  const at = { gap: false, calls: 0, dataCalls: 0 };
  const appendUntilGap = (record: JournalRecord) => {
    if (memory.records.length < records) return memory.journal.append(record);
    at.gap = true;
    return NEVER;
  };
  let life = createLife(outside, story, appendUntilGap, 1);
  let number = 1;
  for (let step = 0, quiet = 0; step < STEPS_MAX && quiet < QUIET_STEPS; step += 1) {
    const had = memory.records.length;
    await rest();
    story.people(momentOf(outside, life, number));
    await rest();
    if (at.gap && number === 1) {
      await life.kill();
      Object.assign(at, { calls: service.calls.length, dataCalls: dataCalls.length });
      life = createLife(outside, story, memory.journal.append, 2);
      number = 2;
    }
    quiet = memory.records.length > had || isBusy(life.till) ? 0 : quiet + 1;
    clock.advance(STEP);
  }
  const later = [
    ...service.calls.slice(at.calls).map(({ name }) => name),
    ...dataCalls.slice(at.dataCalls),
  ];
  const run = sumUp(outside, life.till, records);
  await life.kill();
  return { ...run, calls: at.gap ? later.filter((name) => name !== 'probe') : [] };
}

function sumUp({ service, memory, machine }: Outside, till: Terminal, records: number) {
  const { sales, refunds, permissions } = till.view();
  const payments = service.payments();
  const captures = payments.flatMap((one) => one.captures);
  const given = payments.flatMap((one) => one.refunds);
  const sum = (list: readonly { readonly amount: number }[]) =>
    list.reduce((all, one) => all + one.amount, 0);
  return {
    before: memory.records.slice(0, records),
    after: memory.records.slice(records),
    ends: [
      ...sales.map(({ state }) => state.kind),
      ...refunds.map(({ state }) => `refund ${state}`),
      ...permissions.map(({ state }) => `data ${state}`),
    ],
    captured: sum(captures),
    refunded: sum(given),
    captures: captures.length,
    delivered: machine.delivered().length,
  };
}

function isBusy(till: Terminal): boolean {
  const { sales, refunds, permissions } = till.view();
  return (
    sales.some(({ state }) => !isFinal(state)) ||
    refunds.some(({ state }) => state === 'under_way') ||
    permissions.some(({ state }) => state === 'asking' || state === 'waiting')
  );
}
