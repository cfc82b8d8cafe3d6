import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../main/host/adapters/machine.ts';
import { createTcpMachine, type TcpMachine } from '../../../../main/host/vending/tcp-machine.ts';
import { money } from '../../../../shared/money/money.ts';
import { HOUR, SECOND } from '../../../../shared/time/clock.ts';
import { startController } from '../../../support/controller.ts';
import { until as waitUntil } from '../../../support/last-resort.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

let controller: Awaited<ReturnType<typeof startController>>;
let machine: TcpMachine;
let reports: string[];
const { signal } = new AbortController();

async function start(version?: number): Promise<void> {
  controller = await startController(version);
  reports = [];
  machine = createTcpMachine({
    ...{ host: '127.0.0.1', port: controller.port, clock: systemClock },
    report: (sentence) => reports.push(sentence),
  });
}

beforeEach(() => start());
afterEach(async () => {
  machine.close();
  await controller.stop();
});

const ORDER = { vend: '1-a-v', item: 'slot-14', most: money(10_000), currency: 'NOK' };
const until = (holds: () => boolean) => waitUntil(holds, Boolean);
const ready = () => until(() => machine.state() === 'ready');

describe('a controller over TCP', () => {
  it('is away until its HELLO, then delivers the ordered item', async () => {
    expect(machine.state()).toBe('away');
    await ready();
    controller.behave(({ vend, item, most }) => {
      expect([item, most]).toEqual(['slot-14', 10_000]);
      return `OK ${vend} 3200`;
    });
    expect(await machine.dispense(ORDER, signal)).toEqual({ kind: 'ok', amount: 3_200 });
  });

  it('an order is sent once, even if the till places it twice', async () => {
    await ready();
    await machine.dispense(ORDER, signal);
    await expect(machine.dispense(ORDER, signal)).rejects.toThrow();
    expect(controller.heard.filter((line) => line.startsWith('VEND'))).toHaveLength(1);
  });

  it('keeps no listener of an order or a question that has ended', async () => {
    await ready();
    const heard = () => getEventListeners(signal, 'abort').length;
    const before = heard();
    controller.behave(({ vend, hangUp }) => {
      controller.remember(vend, `OK ${vend} 3200`);
      if (vend !== 'last') return `OK ${vend} 3200`;
      hangUp();
      return null;
    });
    for (const vend of ['1', '2', '3']) {
      await machine.dispense({ ...ORDER, vend }, signal);
      await machine.ask(vend, signal);
    }
    const lost = machine.dispense({ ...ORDER, vend: 'last' }, signal);
    expect(heard()).toBe(before + 1);
    await expect(lost).rejects.toThrow('gone');
    expect(heard()).toBe(before);
  });

  it('after a lost connection during a delivery the till queries the order', async () => {
    await ready();
    controller.behave(({ vend, hangUp }) => {
      controller.remember(vend, `OK ${vend} 3200`);
      hangUp();
      return null;
    });
    await expect(machine.dispense(ORDER, signal)).rejects.toThrow('gone');
    expect(machine.state()).toBe('away');
    await expect(machine.ask(ORDER.vend, signal)).rejects.toThrow();
    await ready();
    expect(await machine.ask(ORDER.vend, signal)).toEqual({ kind: 'ok', amount: 3_200 });
    expect(controller.delivered).toEqual([ORDER.vend]);
    expect(controller.heard.filter((line) => line.startsWith('VEND'))).toHaveLength(1);
    expect(reports).toHaveLength(1);
  });

  it('a query about an unknown order settles it as failed, and it is not delivered later', async () => {
    await ready();
    expect(await machine.ask('never', signal)).toMatchObject({ kind: 'failed' });
    await machine.dispense({ ...ORDER, vend: 'never' }, signal);
    expect(controller.delivered).toEqual([]);
  });

  it('“busy” answers a query and leaves the order open', async () => {
    await ready();
    controller.behave(() => null);
    const order = machine.dispense(ORDER, signal);
    expect(await machine.ask(ORDER.vend, signal)).toEqual({ kind: 'busy' });
    controller.say(`FAIL ${ORDER.vend} jammed`);
    expect(await order).toEqual({ kind: 'failed', why: 'jammed' });
  });

  it('a controller that sends invalid or overlong lines is disconnected', async () => {
    await ready();
    controller.say('DANCE');
    await until(() => machine.state() === 'away');
    await ready();
    controller.say('x'.repeat(2_000));
    await until(() => machine.state() === 'away');
  });

  it('a controller of another version is not used, and the till reports it', async () => {
    machine.close();
    await controller.stop();
    await start(2);
    await until(() => reports.length > 0);
    expect(machine.state()).toBe('away');
    expect(reports[0]).toContain('version 2');
  });

  it('a silent controller is away after three pings’ time, whatever the clock says', async () => {
    machine.close();
    const clock = createManualClock();
    machine = createTcpMachine({
      ...{ host: '127.0.0.1', port: controller.port, clock },
      report: (sentence) => reports.push(sentence),
    });
    await ready();
    const pings = () => controller.heard.filter((line) => line === 'PING').length;
    const ping = async (count: number) => {
      clock.advance(5 * SECOND);
      await until(() => pings() === count);
    };
    await ping(1);
    // The connection has the answer to a ping before that to a question which follows it.
    await machine.ask(ORDER.vend, signal);
    // A clock that is set forward ends no connection, and one that is set back keeps none.
    clock.setBack(-HOUR);
    await ping(2);
    expect(machine.state()).toBe('ready');
    await machine.ask(ORDER.vend, signal);
    controller.mute(true);
    clock.setBack(2 * HOUR);
    await ping(3);
    await ping(4);
    expect(machine.state()).toBe('ready');
    clock.advance(5 * SECOND);
    expect(machine.state()).toBe('away');
    expect(reports).toContain('The vending controller is disconnected: it is silent.');
  });

  it('an unreachable controller is away, and orders and queries to it fail', async () => {
    const { port } = controller;
    await controller.stop();
    await until(() => machine.state() === 'away');
    expect(port).toBeGreaterThan(0);
    await expect(machine.dispense(ORDER, signal)).rejects.toThrow();
    await expect(machine.ask(ORDER.vend, signal)).rejects.toThrow();
  });
});
