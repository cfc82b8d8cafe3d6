import { money } from '../../shared/money/money.ts';
import type {
  VendingMachine,
  VendOrder,
  VendResult,
} from '../../shared/terminal/sale/machine-port.ts';
import {
  createSimulatedMachine,
  type VendScript,
} from '../../shared/terminal/vending/simulated.ts';
import type { Prng } from './prng.ts';
import type { VirtualTime } from './virtual-time.ts';

/**
 * A machine that, at random, delivers, fails, does not answer, or answers late. It continues when its
 * till restarts; a stopped till receives nothing from it.
 */
export function createMachine(
  time: VirtualTime,
  prng: Prng,
  say: (line: string) => void,
  onOrder: (vend: string) => void = () => undefined,
) {
  const machine = createSimulatedMachine(time.clock());
  const known = new Set<string>();

  function hold(isAlive: () => boolean): VendingMachine {
    const slow = <T>(work: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const back = (give: () => void) =>
          time.after(prng.between(1, 300), () => isAlive() && give());
        time.after(prng.between(1, 300), () => {
          work().then(
            (value) => back(() => resolve(value)),
            (error: unknown) => back(() => reject(error)),
          );
        });
      });
    return {
      state: machine.state,
      dispense: (order, signal) =>
        slow(() => {
          if (!known.has(order.vend)) machine.script(drawScript(order, prng));
          known.add(order.vend);
          say(`machine: order ${order.vend}`);
          onOrder(order.vend);
          return machine.dispense(order, signal);
        }),
      ask: (vend, signal) => slow(() => machine.ask(vend, signal)),
    };
  }

  return { hold, delivered: machine.delivered };
}

function drawScript({ most }: VendOrder, prng: Prng): VendScript {
  const results: readonly VendResult[] = [
    { kind: 'ok', amount: null },
    { kind: 'ok', amount: money(prng.between(1, most)) },
    { kind: 'partial', amount: money(prng.between(1, most)), why: 'one of two' },
    { kind: 'failed', why: 'stuck' },
    { kind: 'unknown', why: 'no sensor' },
  ];
  const says = prng.pick(results);
  if (prng.chance(0.6)) return says;
  const late: VendScript = { kind: 'late', after: prng.between(100, 20_000), says };
  const dead: VendScript = { kind: 'dead', delivers: prng.chance(0.5) ? 'yes' : 'no' };
  return prng.pick([late, dead, { kind: 'silent', says } as const]);
}
