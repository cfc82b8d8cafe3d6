import { describe, expect, it } from 'vitest';
import { createSaleNews, type SaleEvent, type SaleNews } from '../../../renderer/react/context.ts';
import type { SaleState, SaleView } from '../../../shared/terminal/sale/state.ts';
import { NOW, sale, view } from '../../screens/cashier/sales.ts';

/* What a page is told about its sales. test/screens/react shows the same in a page. */

const OPEN: SaleState = { kind: 'waiting_approval', expires: NOW + 60_000 };
const PAID: SaleState = { kind: 'paid', at: NOW };
const one = (state: SaleState, over: Partial<SaleView> = {}) => sale(state, { id: 'one', ...over });

const asText = ({ kind, sale: { id }, held }: SaleEvent) => `${kind} ${id}${held ? ' held' : ''}`;

/** The events of a listener, as text. */
function told(news: SaleNews): string[] {
  const events: string[] = [];
  news.listen((event) => events.push(asText(event)));
  return events;
}

describe('the news of sales', () => {
  it('report a hold once, also if the sale comes back to the screen and is put on hold again', () => {
    const news = createSaleNews();
    const events = told(news);
    for (const aside of [false, true, false, true]) news.read(view([one(OPEN, { aside })]));
    expect(events).toEqual(['held one held', 'left one held', 'left one held']);
  });

  it('do not report that a sale has left which an older one covers', () => {
    const news = createSaleNews();
    const events = told(news);
    const older = sale(OPEN, { id: 'older', number: 1 });
    news.read(view([one(PAID)]));
    news.read(view([older, one(PAID)]));
    expect(events).toEqual(['ended one']);
  });

  it('report that a sale has left which the view has no more', () => {
    const news = createSaleNews();
    const events = told(news);
    news.read(view([one(PAID)]));
    news.read(view([]));
    expect(events).toEqual(['ended one', 'left one']);
  });

  it('report the end of a sale that the page started beside the screen', () => {
    const news = createSaleNews();
    const events = told(news);
    news.follow('one');
    news.read(view([one(OPEN, { aside: true })]));
    news.read(view([one(PAID, { aside: true })]));
    expect(events).toEqual(['ended one held']);
  });

  it('report an end that came before the answer to the start', () => {
    const news = createSaleNews();
    const events = told(news);
    news.read(view([one(PAID, { aside: true })]));
    expect(events).toEqual([]);
    news.follow('one');
    news.follow('one');
    expect(events).toEqual(['ended one']);
  });

  it('keep holds and ends for the first listener, and not that a sale has left', () => {
    const news = createSaleNews();
    news.read(view([one(OPEN)]));
    news.read(view([one(OPEN, { aside: true })]));
    news.read(view([one(PAID, { aside: true })]));
    expect(told(news)).toEqual(['held one held', 'ended one held']);
    expect(told(news)).toEqual([]);
  });

  it('tell no listener that has stopped', () => {
    const news = createSaleNews();
    const events: string[] = [];
    news.listen((event) => events.push(asText(event)))();
    news.read(view([one(PAID)]));
    expect(events).toEqual([]);
  });

  it('defer once that a sale has left, and report it at the release or after it', () => {
    for (const first of ['view', 'release']) {
      const news = createSaleNews();
      const events = told(news);
      const leave = () => news.read(view([one(PAID, { aside: true })]));
      news.read(view([one(PAID)]));
      expect([news.defer('one'), news.defer('one')]).toEqual([true, false]);
      if (first === 'view') leave();
      expect(events).toEqual(['ended one']);
      news.release('one');
      if (first === 'release') leave();
      expect(events).toEqual(['ended one', 'left one']);
    }
  });
});
