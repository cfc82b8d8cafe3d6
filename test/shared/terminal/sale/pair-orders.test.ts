import { expect, it } from 'vitest';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import { cancelOther, secondaryId } from '../../../../shared/terminal/sale/pair.ts';
import { reduce } from '../../../../shared/terminal/sale/reduce.ts';
import { type Leg, openSales, type Sale } from '../../../../shared/terminal/sale/sale.ts';
import { settingsOf } from '../../../../shared/terminal/sale/settings.ts';
import { BEGAN, but, openedRecord, openedSale } from '../../../support/sales.ts';
import { SETUP } from '../../../support/till.ts';

/* What an order about one of two requests means for the other one. */

const sticker = { kind: 'serial', serial: 'A1' } as const;
const twin = { sale: '1-a.s', body: { ...openedRecord().body, pos_tid: '1-a.s' } };
const [onScreen = openedSale(), onSticker = openedSale()] = openSales(
  openedRecord({ method: { kind: 'qr_and_sticker', sticker }, twin }),
);
const context = {
  now: BEGAN + 10_000,
  serviceNow: BEGAN + 10_000,
  pushUp: false,
  jitter: 0,
  settings: settingsOf(SETUP),
};
const reading = but(onSticker, {}, { call: { kind: 'read', again: false } });
const standing = (sale: Sale, state: Leg['state']) =>
  but(sale, { leg: sale.facts.leg === null ? null : { ...sale.facts.leg, state } });

const kinds = ({ steps }: ReturnType<typeof cancelOther>) =>
  steps.map((step) => {
    if (step.kind !== 'write') return step.kind;
    return step.record.kind === 'intent' ? step.record.what : step.record.kind;
  });

it('a request is cancelled with the other one of its pair', () => {
  expect(kinds(cancelOther({ sale: reading, steps: [] }, context))).toEqual([
    'abort',
    'cancel_read',
  ]);
  expect(kinds(reduce(reading, { kind: 'cancelled_with' }, context))).toContain('abort');
});

it('a request that is captured, released, lost or ended is not cancelled with the other one', () => {
  const cancelled = (sale: Sale) => kinds(cancelOther({ sale, steps: [] }, context));
  expect(cancelled(but(onSticker, { lastIntent: 'capture' }))).toEqual([]);
  expect(cancelled(but(onSticker, { goal: 'release' }))).toEqual([]);
  expect(cancelled(standing(onSticker, 'lost'))).toEqual([]);
  const seen = { code: CODE.aborted, expires: null, refunded: false, at: BEGAN };
  expect(cancelled(but(onSticker, { seen }))).toEqual([]);
});

it('the secondary request of a pair has the sticker’s id, and a single request has its own id', () => {
  expect(secondaryId(onScreen.facts)).toBe('1-a.s');
  expect(secondaryId(onSticker.facts)).toBe('1-a.s');
  expect(secondaryId(openedSale().facts)).toBe('1-a');
});
