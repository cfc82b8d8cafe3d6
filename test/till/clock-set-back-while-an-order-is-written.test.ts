import { describe, expect, it } from 'vitest';
import { QR_SALE } from '../support/till.ts';
import { answerText, tillWorld } from '../support/till-world.ts';

/*
 * Simulated world 232594794 ("was capturing for 1260 s without any fault"). The clock was set back while
 * the till wrote a person's order to the disk. The till set its timer by the time before, so the next
 * call waited for as long as the clock had been set back, and a captured sale stayed "capturing".
 */

const HOUR = 3_600_000;
/** A sale with a table may be put on hold while it waits. */
const TABLE = { ...QR_SALE, label: 'Table 4' };
const CONFIRM = { kind: 'confirm', additionalAmount: null, credit: false } as const;

type World = ReturnType<typeof tillWorld>;

/** The clock goes back one hour while the next record is being written, and then `also` happens. */
function setBackDuringNextWrite({ clock, memory }: World, also = () => {}): void {
  memory.onAppend(async () => {
    memory.onAppend(async () => ({ ok: true }));
    clock.setBack(HOUR);
    also();
    return { ok: true };
  });
}

async function waitingAside(world: World): Promise<string> {
  const id = await world.started(TABLE);
  await world.saleBecomes(id, 'waiting_scan');
  expect(answerText(await world.till.act(id, 'set_aside'))).toBe('done');
  return id;
}

describe('a sale whose order is written while the clock is set back', () => {
  it('continues to ask for its outcome', async () => {
    const world = tillWorld();
    const id = await waitingAside(world);
    setBackDuringNextWrite(world);
    expect(answerText(await world.till.act(id, 'bring_to_front'))).toBe('done');
    world.service.happenTo(id, CONFIRM);
    await world.saleBecomes(id, 'paid');
  });

  it('continues also if another sale of the till noticed the clock during the write', async () => {
    const world = tillWorld();
    const other = await waitingAside(world);
    const id = await waitingAside(world);
    setBackDuringNextWrite(world, () => void world.till.act(other, 'cancel'));
    expect(answerText(await world.till.act(id, 'bring_to_front'))).toBe('done');
    world.service.happenTo(id, CONFIRM);
    await world.saleBecomes(id, 'paid');
  });
});
