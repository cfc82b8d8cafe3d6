import { describe, expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import type { SaleRequest } from '../../shared/terminal/index.ts';
import { drive, rest } from '../support/till.ts';
import { tillWorld } from '../support/till-world.ts';

/* A cash register names a sale by its reference. The till makes one sale for each reference. */

const named = (
  reference: string,
  amount = 4_200,
  more: Partial<SaleRequest> = {},
): SaleRequest => ({
  amount: money(amount),
  text: null,
  method: { kind: 'qr' },
  register: { reference, fingerprint: `${reference} ${amount}` },
  ...more,
});

const world = (...how: Parameters<typeof tillWorld>) => {
  const made = tillWorld(...how);
  const opened = () => made.memory.records.filter(({ kind }) => kind === 'opened');
  return { ...made, opened };
};

describe('a register’s reference', () => {
  it('identifies one sale if it is sent twice', async () => {
    const { till, opened } = world();
    const first = await till.start(named('R-1'));
    const same = await till.start(named('R-1'));
    expect(first.ok && same.ok && same.value).toEqual({
      id: first.ok && first.value.id,
      before: 'started',
    });
    expect(till.saleByReference('R-1')?.reference).toBe('R-1');
    expect(opened()).toHaveLength(1);
  });

  it('identifies the same sale after a restart', async () => {
    const { till, again, opened } = world();
    const first = await till.start(named('R-1'));
    const { till: next } = await again();
    const same = await next.start(named('R-1'));
    expect(same).toMatchObject({ ok: true, value: { id: first.ok && first.value.id } });
    const other = await next.start(named('R-1', 4_201));
    expect(other).toMatchObject({ ok: false, refusal: { type: 'Conflict' } });
    expect(opened()).toHaveLength(1);
  });

  it('makes one sale of several calls at once, also if the disk refuses the first write', async () => {
    const { clock, memory, till, opened } = world();
    let writes = 0;
    memory.onAppend(async () => {
      writes += 1;
      await rest();
      if (writes > 1) return { ok: true };
      return { ok: false, failure: { kind: 'full', description: 'It is full.' } };
    });
    const aside = { place: 'aside' } as const;
    const asked = [1, 2, 3, 4].map(() => till.start(named('R-1', 4_200, aside)));
    await drive(clock, () => opened().length > 0);
    const answers = await Promise.all(asked);
    expect(answers[0]).toMatchObject({ ok: false, refusal: { type: 'Service Unavailable' } });
    const ids = answers.flatMap((answer) => (answer.ok ? [answer.value.id] : []));
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
    expect(opened()).toHaveLength(1);
  });

  it('identifies its sale after the sale has left the view', async () => {
    const { clock, till } = world({ settings: { endedShown: 2 } });
    const first = await till.start(named('R-0'));
    for (let count = 0; count < 5; count += 1) {
      const reference = `R-${count}`;
      const started = await till.start(named(reference));
      await drive(clock, () => till.saleByReference(reference)?.state.kind === 'waiting_scan');
      if (started.ok) await till.act(started.value.id, 'cancel');
      await drive(clock, () => till.saleByReference(reference)?.state.kind === 'aborted');
    }
    expect(till.view().sales.some(({ reference }) => reference === 'R-0')).toBe(false);
    const id = first.ok ? first.value.id : '';
    expect(till.sale(id)).toMatchObject({ reference: 'R-0', state: { kind: 'aborted' } });
    expect(await till.start(named('R-0'))).toMatchObject({ value: { id, before: 'started' } });
    expect(await till.act(id, 'capture')).toMatchObject({ ok: false });
  });
});
