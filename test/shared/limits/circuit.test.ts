import { expect, it } from 'vitest';
import { Circuit } from '../../../shared/limits/circuit.ts';
import { createManualClock } from '../../support/manual-clock.ts';

it('opens after failures in a row, then lets one attempt through after each wait, until one succeeds', () => {
  const clock = createManualClock();
  const circuit = new Circuit(clock, { failures: 2, waits: [100, 200] });
  circuit.end(false);
  circuit.end(true);
  circuit.end(false);
  expect([circuit.isOpen, circuit.places(4, 0)]).toEqual([false, 4]);
  circuit.end(false);
  expect([circuit.isOpen, circuit.wait, circuit.places(4, 0)]).toEqual([true, 100, 0]);
  // A clock that is set changes no wait.
  clock.set(1_000);
  expect(circuit.wait).toBe(100);
  clock.advance(100);
  expect([circuit.wait, circuit.places(4, 0), circuit.places(4, 1)]).toEqual([0, 1, 0]);
  for (const wait of [200, 200]) {
    circuit.end(false);
    expect(circuit.wait).toBe(wait);
    clock.advance(wait);
  }
  circuit.end(true);
  expect([circuit.isOpen, circuit.wait, circuit.places(4, 3)]).toEqual([false, 0, 4]);
});
