import { describe, expect, it } from 'vitest';
import { amountsOf } from '../../shared/bill/amounts.ts';
import type { BillRecord } from '../../shared/bill/commands.ts';
import { commandFor, faultsOfJournal } from '../shared/bill/histories.ts';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';
import { bridgeCommand } from '../support/bill-commands.ts';
import { rest } from '../support/till.ts';
import { type BillsWorld, billsWorld } from './bills-world.ts';

/*
 * Random commands of three screens on a real host with restarts after random records. In the end the journal, the bills,
 * the sales of the service and what was captured agree.
 */

/* `BILL_WORLDS=1000` plays more. */
const WORLDS = Number(process.env.BILL_WORLDS ?? 25);
const STEPS = 60;
const SCREENS = 3;

const PHONE = { method: { kind: 'qr' }, place: 'aside' } as const;

/** What the customers and the cashier do with open sales. */
function happen(prng: Prng, world: BillsWorld): void {
  for (const payment of world.service.payments()) {
    const posTid = payment.request.pos_tid;
    if (prng.chance(0.3)) {
      const approve = { kind: 'confirm', additionalAmount: null, credit: false } as const;
      world.service.happenTo(posTid, prng.chance(0.7) ? approve : { kind: 'reject' });
    }
  }
  for (const sale of world.terminal.view().sales) {
    if (sale.actions.includes('capture')) {
      void world.terminal.act(sale.id, prng.chance(0.7) ? 'capture' : 'release');
    } else if (prng.chance(0.05) && sale.actions.includes('cancel')) {
      void world.terminal.act(sale.id, 'cancel');
    }
  }
}

type Played = {
  readonly world: BillsWorld;
  readonly took: number;
  readonly restarts: number;
  readonly findings: readonly string[];
};

async function play(seed: number): Promise<Played> {
  const prng = createPrng(seed);
  const findings: string[] = [];
  let world = billsWorld();
  let [restarts, took] = [0, 0];
  const seen = Array.from({ length: SCREENS }, () => world.terminal.bills.bills());
  for (let step = 0; step < STEPS; step += 1) {
    const place = prng.between(0, SCREENS - 1);
    if (prng.chance(0.8)) seen[place] = world.terminal.bills.bills();
    const ordered = commandFor(prng, seen[place] ?? world.terminal.bills.bills(), `c${step}`);
    const command = bridgeCommand(ordered, PHONE);
    const cutAfter = prng.chance(0.1) ? prng.between(0, 2) : null;
    if (cutAfter !== null) cutPower(world, cutAfter);
    const answers: boolean[] = [];
    const ask = () => world.run(command).then((one) => answers.push(one.ok));
    void ask();
    if (prng.chance(0.2)) void ask();
    happen(prng, world);
    await rest();
    if (answers[0] === true) took += 1;
    if (new Set(answers).size > 1) findings.push(`${ordered.act}: a repeat has another answer`);
    if (cutAfter !== null) {
      restarts += 1;
      world = world.restart();
      await rest();
      if (answers[0] === true && !world.terminal.bills.bills().done.includes(ordered.id)) {
        findings.push(`${ordered.act}: an answered command is lost`);
      }
    }
    happen(prng, world);
    world.clock.advance(prng.between(0, 3_000));
    await rest();
  }
  await settle(prng, world);
  return { world, took, restarts, findings: [...findings, ...faultsOf(world)] };
}

/** After so many more records the disk answers no more. */
function cutPower(world: BillsWorld, after: number): void {
  let records = 0;
  world.memory.onAppend(async () => {
    if (records >= after) await new Promise(() => undefined);
    records += 1;
    return { ok: true };
  });
}

/** Until every sale has ended. */
async function settle(prng: Prng, world: BillsWorld): Promise<void> {
  for (let turn = 0; turn < 400; turn += 1) {
    await rest();
    const bills = [...world.terminal.bills.bills().bills.values()];
    if (bills.every(({ tenders }) => tenders.every(({ state }) => state !== 'open'))) return;
    happen(prng, world);
    world.clock.advance(1_000);
  }
}

function faultsOf(world: BillsWorld): readonly string[] {
  const findings: string[] = [];
  const bills = [...world.terminal.bills.bills().bills.values()];
  const records = world.memory.records.flatMap((one): readonly BillRecord[] =>
    one.kind === 'bill' ? [one.record] : [],
  );
  findings.push(...faultsOfJournal(records, world.terminal.bills.bills()));
  const tenders = bills.flatMap((bill) => bill.tenders);
  if (tenders.some(({ state }) => state === 'open')) findings.push('a tender is open for ever');
  const byPhone = tenders.filter(
    ({ method, state }) => method.kind === 'phone' && state === 'paid',
  );
  const paid = byPhone.map(({ amount, tip }) => amount + tip).toSorted();
  const captured = world.service
    .payments()
    .filter(({ captures }) => captures.length > 0)
    .map(({ captures }) =>
      captures.reduce((sum, one) => sum + one.amount + one.additionalAmount, 0),
    )
    .toSorted();
  if (JSON.stringify(paid) !== JSON.stringify(captured)) {
    findings.push(`the bills have ${paid}, and ${captured} were captured`);
  }
  for (const payment of world.service.payments()) {
    const sale = world.terminal.sale(payment.request.pos_tid);
    const tender = tenders.find(({ id }) => id === sale?.bill?.tender);
    if (tender === undefined) findings.push('a payment belongs to no tender');
    const lines = payment.request.line_items ?? [];
    if (lines.reduce((sum, { total }) => sum + total, 0) !== payment.request.amount) {
      findings.push('the lines do not add up to the payment');
    }
  }
  for (const bill of bills) if (amountsOf(bill).due < 0) findings.push('a bill is paid twice');
  return findings;
}

describe('random orders of three screens with power cuts', () => {
  it('leave journal, bills, sales and captured money in agreement', async () => {
    const { seed: first } = testSeed();
    const findings: string[] = [];
    let [took, restarts, captured] = [0, 0, 0];
    for (let seed = first; seed < first + WORLDS && findings.length < 10; seed += 1) {
      const played = await play(seed);
      took += played.took;
      restarts += played.restarts;
      captured += played.world.captured().length;
      findings.push(...played.findings.map((finding) => `seed ${seed}: ${finding}`));
    }
    expect(findings).toEqual([]);
    // Without these the worlds would show nothing.
    expect(Math.min(took / 10, restarts, captured)).toBeGreaterThanOrEqual(WORLDS);
  });
});
