import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import type { VendResult } from '../../../../shared/terminal/sale/machine-port.ts';
import {
  createSimulatedMachine,
  type VendScript,
} from '../../../../shared/terminal/vending/simulated.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { rest } from '../../../support/till.ts';

/* The simulated machine: what it answers, and what comes out of it. */

const OK: VendResult = { kind: 'ok', amount: null };
const PARTIAL: VendResult = { kind: 'partial', amount: money(5), why: 'one of two' };
const FAILED: VendResult = { kind: 'failed', why: 'stuck' };
const UNKNOWN: VendResult = { kind: 'unknown', why: 'no sensor' };
const order = (vend: string) => ({
  vend,
  sale: '1-a',
  item: 'cola',
  most: money(1_000),
  currency: 'NOK',
});

function machine(script: VendScript) {
  const clock = createManualClock();
  const simulated = createSimulatedMachine(clock);
  const { signal } = new AbortController();
  simulated.script(script);
  /** The answer that is there without any time passing; null if there is none. */
  const now = async (asked: Promise<unknown>) => {
    let said: unknown = null;
    void asked.then((result) => {
      said = result;
    });
    await rest();
    return said;
  };
  return {
    clock,
    simulated,
    dispense: (vend: string) => now(simulated.dispense(order(vend), signal)),
    ask: (vend: string) => now(simulated.ask(vend, signal)),
  };
}

describe('a simulated machine', () => {
  it.each([
    ['delivers', OK, 1],
    ['delivers in part', PARTIAL, 1],
    ['fails', FAILED, 0],
    ['does not know', UNKNOWN, 0],
  ] as const)('that %s reports that, also when it is asked later', async (_, script, delivered) => {
    const one = machine(script);
    expect(await one.dispense('v1')).toEqual(script);
    expect(await one.ask('v1')).toEqual(script);
    expect(one.simulated.delivered()).toHaveLength(delivered);
  });

  it.each([
    [OK, 1],
    [FAILED, 0],
  ] as const)('that is silent replies to questions, not to the order', async (says, delivered) => {
    const one = machine({ kind: 'silent', says });
    expect(await one.dispense('v1')).toBeNull();
    expect(await one.ask('v1')).toEqual(says);
    expect(one.simulated.delivered()).toHaveLength(delivered);
  });

  it.each([
    ['yes', 1],
    ['no', 0],
  ] as const)('that is dead replies to nothing; it delivers: %s', async (delivers, delivered) => {
    const one = machine({ kind: 'dead', delivers });
    expect([await one.dispense('v1'), await one.ask('v1')]).toEqual([null, null]);
    expect(one.simulated.delivered()).toHaveLength(delivered);
  });

  it('that is late reports busy until its time, and its result after that', async () => {
    const one = machine({ kind: 'late', after: 1_000, says: PARTIAL });
    expect(await one.dispense('v1')).toBeNull();
    expect(one.simulated.delivered()).toEqual(['v1']);
    one.clock.advance(999);
    expect(await one.ask('v1')).toEqual({ kind: 'busy' });
    one.clock.advance(1);
    expect(await one.ask('v1')).toEqual(PARTIAL);
    const again = one.dispense('v1');
    one.clock.advance(0);
    expect(await again).toEqual(PARTIAL);
  });

  it('that is late and fails delivers nothing', async () => {
    const one = machine({ kind: 'late', after: 1_000, says: FAILED });
    await one.dispense('v1');
    expect(one.simulated.delivered()).toEqual([]);
  });

  it('delivers once for an order that comes twice', async () => {
    const one = machine(OK);
    await one.dispense('v1');
    one.simulated.script(FAILED);
    expect(await one.dispense('v1')).toEqual(OK);
    expect([one.simulated.ordered(), one.simulated.delivered()]).toEqual([['v1', 'v1'], ['v1']]);
  });

  it('refuses an order if the till asked about that order before it sent the order', async () => {
    const one = machine(OK);
    expect(await one.ask('v1')).toMatchObject({ kind: 'failed' });
    expect(await one.dispense('v1')).toMatchObject({ kind: 'failed' });
    expect(one.simulated.delivered()).toEqual([]);
  });
});
