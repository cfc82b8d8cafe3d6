import { expect, it } from 'vitest';
import {
  type ShopCurrencies,
  watchCurrency,
} from '../../../../main/host/service/shop-currencies.ts';
import { MINUTE } from '../../../../shared/time/clock.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const answered = () => new Promise(setImmediate);

/** A watch of a till that takes JPY. The service answers the next of `answers`, and then the last again. */
function watch(...answers: readonly [ShopCurrencies, ...ShopCurrencies[]]) {
  const clock = createManualClock();
  const said: string[] = [];
  let asked = 0;
  const read = async () => answers[Math.min(asked++, answers.length - 1)] ?? 'no_answer';
  const report = (sentence: string) => said.push(sentence);
  const watched = watchCurrency({
    currency: 'JPY',
    file: 'the till’s settings.json',
    read,
    clock,
    report,
  });
  let drawn = 0;
  watched.subscribe(() => {
    drawn += 1;
  });
  /** A minute later, after the answer. */
  const minute = async () => {
    await answered();
    clock.advance(MINUTE);
    await answered();
  };
  return { watched, said, minute, asked: () => asked, drawn: () => drawn };
}

it('says once that the shop does not take the currency, until the shop takes it', async () => {
  const { watched, said, minute, asked, drawn } = watch(
    ['NOK', 'SEK'],
    ['NOK', 'SEK'],
    'no_answer',
    ['NOK', 'SEK', 'JPY'],
  );
  await expect.poll(() => watched.view()).toEqual({ accepted: ['NOK', 'SEK'] });
  await minute();
  await minute();
  expect(watched.view()).toEqual({ accepted: ['NOK', 'SEK'] });
  expect(said).toEqual([expect.stringMatching(/takes JPY, but the shop takes NOK, SEK.*settings/)]);
  await minute();
  expect([watched.view(), drawn()]).toEqual([null, 2]);
  await minute();
  expect(asked()).toBe(4);
});

it('asks at once when the service answers again, and only then', async () => {
  const { watched, asked, said } = watch('no_answer', ['NOK']);
  await answered();
  watched.look();
  watched.look();
  await answered();
  expect([asked(), said.length, watched.text()]).toEqual([2, 1, said[0]]);
  watched.look();
  await answered();
  expect(asked()).toBe(2);
});

it('asks again while there is no answer, so that a till that starts offline finds out later', async () => {
  const { watched, minute, said } = watch('no_answer', 'no_answer', ['NOK']);
  await minute();
  expect([watched.view(), said]).toEqual([null, []]);
  await minute();
  expect(watched.view()).toEqual({ accepted: ['NOK'] });
  watched.stop();
});

it.each<ShopCurrencies>(['unknown', ['JPY']])(
  'says nothing and asks once for %j',
  async (found) => {
    const { watched, minute, said, asked } = watch(found);
    await minute();
    await minute();
    expect([watched.view(), said, asked()]).toEqual([null, [], 1]);
  },
);

it('asks no more after it was stopped', async () => {
  const { watched, minute, asked } = watch('no_answer');
  watched.stop();
  await minute();
  expect(asked()).toBe(1);
});
