import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ownTurn } from '../../../shared/node/own-turn.ts';

it('each turn of the event loop has one piece of work, in the order of their asking', async () => {
  let turn = 0;
  let isOver = false;
  const counter = (async () => {
    for (; !isOver; turn += 1) await nextTurn();
  })();
  const pieces: { readonly work: number; readonly turn: number }[] = [];
  const work = async (number: number) => {
    for (let piece = 0; piece < 3; piece += 1) {
      await ownTurn();
      pieces.push({ work: number, turn });
    }
  };
  await Promise.all([0, 1, 2, 3].map(work));
  isOver = true;
  await counter;
  expect(pieces.map((piece) => piece.work)).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
  expect(new Set(pieces.map((piece) => piece.turn)).size).toBe(12);
});
