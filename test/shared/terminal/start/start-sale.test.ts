import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import type { SaleRequest } from '../../../../shared/terminal/index.ts';
import { createSimulatedMachine } from '../../../../shared/terminal/vending/simulated.ts';
import { QR_SALE } from '../../../support/till.ts';
import { answerText, tillWorld } from '../../../support/till-world.ts';

/* The start of a sale, and the reasons for which the till refuses it. */

const ASIDE: SaleRequest = { ...QR_SALE, place: 'aside' };

describe('a vending sale', () => {
  const vend: SaleRequest = {
    ...QR_SALE,
    mode: { kind: 'vend', item: 'B4', order: 'deposit' },
  };

  it('is refused without a machine, and while the machine is away', async () => {
    const { clock, till, again } = tillWorld();
    expect(answerText(await till.start(vend))).toBe(
      'Conflict: No vending machine is connected to this till.',
    );
    const machine = createSimulatedMachine(clock);
    const { till: vending } = await again({ machine });
    machine.setState('away');
    expect(answerText(await vending.start(vend))).toBe(
      'Service Unavailable: The machine does not answer; no sale was started.',
    );
    machine.setState('ready');
    expect(answerText(await vending.start(vend))).toBe('done');
  });

  it('without an item is refused; a repeated start finds the sale while the machine is away', async () => {
    const { clock, till, again } = tillWorld();
    const bad: SaleRequest = { ...QR_SALE, mode: { kind: 'vend', item: '', order: 'deposit' } };
    expect(await till.start(bad)).toMatchObject({ refusal: { type: 'validation_error' } });
    const machine = createSimulatedMachine(clock);
    const { till: vending, started } = await again({ machine });
    const register = { reference: 'R-1', fingerprint: 'f' };
    const id = await started({ ...vend, register });
    machine.setState('away');
    expect(await vending.start({ ...vend, register })).toMatchObject({
      value: { id, before: 'started' },
    });
    expect(vending.saleByReference('R-1')?.id).toBe(id);
  });
});

describe('a sale with a sticker', () => {
  const stuck = (serial: string, more: Partial<SaleRequest> = {}): SaleRequest => {
    const sticker = { kind: 'serial', serial } as const;
    return { ...ASIDE, method: { kind: 'sticker', sticker }, ...more };
  };
  const taken = 'Conflict: Sale 1 waits for this sticker; finish or cancel it first.';

  it('blocks its sticker for other sales until it is aborted', async () => {
    const { till, started, saleBecomes } = tillWorld();
    const first = await started(stuck('A1'));
    expect(answerText(await till.start(stuck('A1')))).toBe(taken);
    const link = { kind: 'shortlink', id: 'abcde' } as const;
    const other = stuck('A1', { method: { kind: 'qr_and_sticker', sticker: link } });
    expect(answerText(await till.start(other))).toBe(taken);
    expect(answerText(await till.start(stuck('A2')))).toBe('done');
    await till.act(first, 'cancel');
    await saleBecomes(first, 'aborted');
    expect(answerText(await till.start(stuck('A1')))).toBe('done');
  });

  it('is refused while another sale with the same sticker is being started', async () => {
    const { till } = tillWorld();
    const both = await Promise.all([till.start(stuck('A1')), till.start(stuck('A1'))]);
    expect(both.map(answerText).sort()).toEqual([
      'Conflict: Another sale with this code is being started.',
      'done',
    ]);
  });

  it('no longer blocks its sticker once it is paid', async () => {
    const { service, till, started, saleBecomes } = tillWorld();
    const first = await started(stuck('A1'));
    service.happenTo(first, { kind: 'confirm', additionalAmount: null, credit: false });
    await saleBecomes(first, 'paid');
    expect(answerText(await till.start(stuck('A1')))).toBe('done');
  });
});

describe('the start of a sale', () => {
  it('is refused with a label of more than 100 characters', async () => {
    const { till } = tillWorld();
    const labelled = (length: number) => till.start({ ...ASIDE, label: 'x'.repeat(length) });
    expect(answerText(await labelled(100))).toBe('done');
    expect(answerText(await labelled(101))).toBe(
      'Bad Request: A label has at most 100 characters.',
    );
  });

  it('is refused when the maximum number of sales is open', async () => {
    const { till } = tillWorld({ settings: { openMax: 2 } });
    const three = await Promise.all([till.start(ASIDE), till.start(ASIDE), till.start(ASIDE)]);
    expect(three.map(answerText)).toEqual([
      'done',
      'done',
      'Conflict: Too many sales are open. Finish some of them first.',
    ]);
  });

  it('is refused for the second of two sales that start at the same moment', async () => {
    const { till } = tillWorld();
    const both = await Promise.all([till.start(QR_SALE), till.start(QR_SALE)]);
    expect(both.map(({ ok }) => ok)).toEqual([true, false]);
    expect(answerText(await till.start({ ...QR_SALE, amount: money(0) }))).not.toBe('done');
  });

  it('is refused if another sale of the register has the same reference', async () => {
    const { till, started } = tillWorld();
    const register = { reference: 'R-1', fingerprint: 'f' };
    const id = await started({ ...ASIDE, register });
    const other = { ...register, fingerprint: 'g' };
    expect(await till.start({ ...ASIDE, register: other })).toMatchObject({
      refusal: {
        type: 'Conflict',
        description: 'Another sale has this reference; a new sale needs a reference of its own.',
        details: { reference: 'R-1', sale: id },
      },
    });
  });
});
