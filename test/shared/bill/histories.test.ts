import { expect, it } from 'vitest';
import { testSeed } from '../../simulation/first-seed.ts';
import { playHistory } from './histories.ts';

/* `BILL_HISTORIES=1000000` plays more. */
const HISTORIES = Number(process.env.BILL_HISTORIES ?? 500);
const STEPS = 30;

it('no history of three screens loses, doubles or invents money or goods', () => {
  const { seed: first } = testSeed();
  const findings: string[] = [];
  let [accepted, refused] = [0, 0];
  for (let seed = first; seed < first + HISTORIES && findings.length < 10; seed += 1) {
    const history = playHistory(seed, STEPS);
    accepted += history.accepted;
    refused += history.refused;
    findings.push(...history.findings.map((finding) => `seed ${seed}: ${finding}`));
  }
  expect(findings).toEqual([]);
  // Without both the histories would show nothing.
  expect(accepted).toBeGreaterThan(5 * HISTORIES);
  expect(refused).toBeGreaterThan(HISTORIES);
});
