import { expect, it } from 'vitest';
import { outbound } from '../../../service/outbox/outbound.ts';
import { both } from '../../../service/store/effects.ts';
import { type Effects, NO_EFFECTS } from '../../../service/store/store.ts';
import { scopeRecord } from '../../../shared/ledger/records.ts';
import { money } from '../../../shared/money/money.ts';
import { createMessage } from '../../../shared/protocol/events.ts';

/** Effects with one entry in every list; the entry names its step. */
function effectsOf(step: string): Effects {
  const parts = { event: 'payment_captured', uri: null, seqno: 0, at: 0, object: null } as const;
  const message = createMessage({ id: step, ...parts });
  const tell = (uri: string) => outbound({ uri, kind: 'event', resource: step }, message);
  const line = { at: 0, customer: '', currency: 'NOK', fee: money(200), taxCode: 'NO:2013' };
  const token = { clientId: 'm', merchantId: 'm', customerId: 'c', scope: '', issued: 0 };
  return {
    messages: tell('ws:till').messages,
    deliveries: tell('https://shop.example/hook').deliveries,
    records: [scopeRecord({ rid: step, status: 'ok', ...line })],
    scans: [{ kind: 'spend', token: step }],
    tokens: [{ hash: step, kind: 'access', grantId: step, ...token, expires: 1 }],
  };
}

it('merged effects contain every entry of both effects, in order', () => {
  const [first, second] = [effectsOf('first'), effectsOf('second')];
  const whole = new Map<string, unknown>(Object.entries(both(first, second)));
  const rest = new Map<string, readonly unknown[]>(Object.entries(second));
  for (const [name, list] of Object.entries(first)) {
    expect([name, list.length]).toEqual([name, 1]);
    expect(whole.get(name), name).toEqual([...list, ...(rest.get(name) ?? [])]);
    expect(whole.get(name), name).toHaveLength(2);
  }
  expect([...whole.keys()].sort()).toEqual(Object.keys(NO_EFFECTS).sort());
});
