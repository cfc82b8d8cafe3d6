import { expect, it } from 'vitest';
import { fleetEn } from '../../../../renderer/i18n/en/fleet.ts';
import {
  fleetPlace,
  fleetTill,
  itemsText,
  offText,
} from '../../../../renderer/portal/tills/fleet-text.ts';

it('names by which items a till sells, and the newest version if that is another one', () => {
  const text = (catalogue: number | null, newest: number) =>
    itemsText({ catalogue }, newest, fleetEn);
  expect(text(null, 4)).toBe('Its own file');
  expect(text(0, 4)).toBe('Its own file');
  expect(text(4, 4)).toBe('Version 4');
  expect(text(3, 4)).toBe('Version 3, newest 4');
  // A till may have read a version after the page was loaded.
  expect(text(5, 4)).toBe('Version 5');
});

it('says how far a clock is off, and nothing of the way of the report', () => {
  const off = (ahead: number) => offText(ahead, (time) => `${time}`, fleetEn);
  expect([off(0), off(3_999), off(-3_999)]).toEqual([null, null, null]);
  expect([off(4_000), off(-5_000)]).toEqual(['4000 ahead', '5000 behind']);
});

it('keeps the ids of tills apart from those of pairings', () => {
  expect(fleetTill(fleetPlace('bar: 1'))).toBe('bar: 1');
  expect(fleetTill('pair1')).toBeNull();
  expect(fleetTill(null)).toBeNull();
});
