import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Terminal } from '../../../shared/terminal/index.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import {
  createModelService,
  type Fate,
  type ModelService,
  refusing,
} from '../../support/model-service.ts';
import {
  createMemoryJournal,
  drive,
  QR_SALE,
  saleOf,
  startTill,
  stateOf,
} from '../../support/till.ts';

let clock: ManualClock;
let service: ModelService;
let till: Terminal;

beforeEach(() => {
  clock = createManualClock();
  service = createModelService(clock);
  till = startTill({ client: service.client, journal: createMemoryJournal().journal, clock });
});

afterEach(() => till.stop());

const becomes = (kind: string, limit?: number) => drive(clock, () => stateOf(till) === kind, limit);
const callsOf = (name: string) => service.calls.filter((call) => call.name === name).length;
const act = (action: Parameters<Terminal['act']>[1]) => till.act(saleOf(till).id, action);

/** The first `times` calls of this name fare so; everything else is delivered. */
function fareSo(name: string, fate: Fate, times = Number.POSITIVE_INFINITY): void {
  let left = times;
  service.setFate((call) => {
    if (call.name !== name || left <= 0) return 'deliver';
    left -= 1;
    return fate;
  });
}

async function waiting(): Promise<void> {
  await till.start(QR_SALE);
  await becomes('waiting_scan');
}

describe('creating', () => {
  it('sends the identical request again until it is answered, one at a time', async () => {
    fareSo('create', 'drop_after', 3);
    await waiting();
    expect(callsOf('create')).toBe(4);
    expect(service.payments()).toHaveLength(1);
    expect(service.mostAtOnce()).toBe(1);
  });

  it('says unclear after eight seconds without an answer, and goes on', async () => {
    service.setFate(() => 'drop_before');
    await till.start(QR_SALE);
    const start = clock.now();
    await becomes('unclear');
    expect(clock.now() - start).toBe(8_000);
    expect(saleOf(till).state).toMatchObject({
      known: ['saved_here'],
      asking: ['did_request_arrive'],
    });
    expect(saleOf(till).actions).toEqual(['ask_again', 'cancel', 'set_aside']);
    service.setFate(() => 'deliver');
    await becomes('waiting_scan', 15_000);
  });

  it('ends refused on a clear no, and stays unclear where it may have been a yes', async () => {
    const wrong = { ...service.client, paymentCreate: refusing(401) };
    await till.stop();
    till = startTill({ client: wrong, journal: createMemoryJournal().journal, clock });
    await till.start(QR_SALE);
    await becomes('refused');
    expect(saleOf(till).state).toEqual({
      kind: 'refused',
      because: { kind: 'not_allowed', sentence: 'No.' },
    });
    await till.stop();

    let first = true;
    const { paymentCreate } = service.client;
    const later = {
      ...service.client,
      paymentCreate: (...args: Parameters<typeof paymentCreate>) => {
        if (!first) return refusing(401)();
        first = false;
        return paymentCreate(...args);
      },
    };
    fareSo('create', 'drop_after', 1);
    till = startTill({ client: later, journal: createMemoryJournal().journal, clock });
    await till.start(QR_SALE);
    await becomes('unclear');
    expect(service.payments()).toHaveLength(1);
  });
});

describe('reading', () => {
  it('goes on, slower, while the service refuses it, and ends with the answer', async () => {
    await till.stop();
    let wrong = true;
    const { paymentOutcome } = service.client;
    let reads = 0;
    const client = {
      ...service.client,
      paymentOutcome: (...args: Parameters<typeof paymentOutcome>) => {
        reads += 1;
        return wrong && reads > 1 ? refusing(404)() : paymentOutcome(...args);
      },
    };
    till = startTill({ client, journal: createMemoryJournal().journal, clock });
    await waiting();
    await becomes('unclear', 12_000);
    expect(reads).toBeLessThan(8);
    wrong = false;
    service.confirm();
    await becomes('paid', 20_000);
  });
});

describe('setting aside', () => {
  it('makes room for the next customer while the sale goes on being asked about', async () => {
    service.setFate(() => 'drop_before');
    await till.start(QR_SALE);
    const { id } = saleOf(till);
    await becomes('unclear');
    await act('set_aside');
    service.setFate(() => 'deliver');
    expect(await till.start(QR_SALE)).toMatchObject({ ok: true });
    const first = () => till.view().sales.find((sale) => sale.id === id);
    await drive(clock, () => first()?.state.kind === 'waiting_scan', 20_000);
    expect(first()?.aside).toBe(true);
    expect(saleOf(till).aside).toBe(false);
  });

  it('is refused where the cashier must not leave', async () => {
    await waiting();
    expect(await act('set_aside')).toMatchObject({ ok: false, refusal: { type: 'Conflict' } });
    expect(await act('capture')).toMatchObject({ ok: false, refusal: { type: 'Conflict' } });
    expect(await till.act('nobody', 'cancel')).toMatchObject({ refusal: { type: 'Not Found' } });
  });
});
