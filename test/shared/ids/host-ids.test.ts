import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineName, tenderName } from '../../../shared/bill/acts.ts';
import * as hostIds from '../../../shared/ids/host-ids.ts';
import { createIds } from '../../../shared/ids/ids.ts';
import { clientId } from '../../../shared/protocol/basic.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/* The ids that the till makes of other ids, and the ids that screens and registers choose. */

const { BEGIN, isLineOf, lineId, ownClose, paymentIn, paymentOf, receiptOfTender } = hostIds;
const { receiptOfSale, resultId, secondOf, tenderId, transactionName, xReport } = hostIds;

/** Every id that a client may choose; often one that looks like an id of the host. */
const chosen = fc
  .oneof(
    fc.stringMatching(new RegExp(`^[a-zA-Z0-9_.-]{1,${LIMITS.referenceMax}}$`)),
    fc.stringMatching(/^_?(vend|undelivered|approved|second)?[._-]?1-[a-z0-9]{4}(-r|-v|\.s)?$/),
    fc.constantFrom('g1', 'g1.0', 't-jp', 't-jp.result', 'tender.t-1', 'k8.count', 'k8', 'begin'),
  )
  .filter((id) => clientId.safeParse(id).success);
const place = fc.nat(3_000);

/** Every way to make an id, with the words that it is made of. */
const made = fc.oneof(
  chosen.map((id) => [['tender', id], tenderId(id)]),
  fc.tuple(chosen, place).map(([id, at]) => [['line', id, at], lineId(id, at)]),
  chosen.map((id) => [['result', id], resultId(tenderId(id))]),
  chosen.map((id) => [['receipt of a tender', id], receiptOfTender(tenderId(id))]),
  chosen.map((id) => [['receipt of a sale', id], receiptOfSale(id)]),
  chosen.map((id) => [['receipt of a payment', id], hostIds.receiptOfPayment(id)]),
  chosen.map((id) => [['refund', id], hostIds.entryOfRefund(id)]),
  chosen.map((id) => [['correction', id], hostIds.correctionOf(id)]),
  chosen.map((id) => [['command', id], hostIds.entryOfCommand(id)]),
  chosen.map((id) => [['count', id], hostIds.countOfClose(hostIds.entryOfCommand(id))]),
  chosen.map((id) => [['bank', id], hostIds.bankOfClose(hostIds.entryOfCommand(id))]),
  fc.constant([['begin'], BEGIN]),
  place.map((number) => [['close', number], ownClose(number)]),
  place.map((number) => [['x', number], xReport(number)]),
  place.map((number) => [['use', number], hostIds.fiscalUse(number)]),
  fc.tuple(chosen, place).map(([id, at]) => {
    return [['start', id, at], hostIds.fiscalStartId(transactionName(receiptOfSale(id), at))];
  }),
  fc.tuple(chosen, place).map(([id, at]) => {
    return [['cancel', id, at], hostIds.fiscalCancelId(transactionName(receiptOfSale(id), at))];
  }),
  chosen.map((id) => [['end', id], hostIds.fiscalEndId(receiptOfSale(id))]),
  chosen.map((id) => [['second request', id], secondOf(id)]),
  chosen.map((id) => [['order to a machine', id], hostIds.vendOf(id)]),
  chosen.map((id) => [['not delivered', id], hostIds.refundOfUndelivered(id)]),
  chosen.map((id) => [['approved', id], hostIds.refundOfApproval(id)]),
) as fc.Arbitrary<[readonly (string | number)[], string]>;

it('no id that a client may choose is one of the host', () => {
  const takes = (id: string) => clientId.safeParse(id).success;
  fc.assert(
    fc.property(made, chosen, ([, id], client) => {
      expect(takes(client)).toBe(true);
      expect(takes(id)).toBe(false);
      expect(id).not.toBe(client);
    }),
  );
});

it('an id that a client joins of another one and a word of the host meets no entry of that one', () => {
  const words = fc.constantFrom('count', 'bank', 'result', 'begin', 'close', 'x', '0');
  fc.assert(
    fc.property(chosen, words, fc.constantFrom('.', '-', '_'), (id, word, sign) => {
      const joined = `${id}${sign}${word}`;
      const command = hostIds.entryOfCommand(id);
      const own = [
        hostIds.countOfClose(command),
        hostIds.bankOfClose(command),
        hostIds.correctionOf(id),
      ];
      const bill = [
        tenderId(id),
        resultId(tenderId(id)),
        lineId(id, 0),
        receiptOfTender(tenderId(id)),
      ];
      const clients = [
        hostIds.entryOfCommand,
        hostIds.correctionOf,
        tenderId,
        hostIds.entryOfRefund,
      ];
      for (const made of clients) expect([...own, ...bill]).not.toContain(made(joined));
    }),
  );
});

it('two ids of the host are the same only if they are of one kind and made of the same', () => {
  fc.assert(
    fc.property(made, made, ([words, id], [otherWords, other]) => {
      expect(id === other).toBe(JSON.stringify(words) === JSON.stringify(otherWords));
    }),
  );
});

it('the program’s own random ids are of the form that clients use, so they meet none of the host', () => {
  const ids = createIds((length) => new Uint8Array(length).fill(9));
  for (const id of [ids.message(), ids.short(), ids.tid(), ids.token(), ids.rid()]) {
    expect(clientId.safeParse(id).success).toBe(true);
  }
});

it('a line belongs to its command alone, and a transaction to its payment', () => {
  fc.assert(
    fc.property(chosen, chosen, place, (id, other, at) => {
      expect(isLineOf(lineId(id, at), other)).toBe(id === other);
      const payment = receiptOfSale(id);
      expect(paymentIn(transactionName(payment, at))).toBe(payment);
      expect(paymentOf(receiptOfSale(secondOf(id)))).toBe(payment);
    }),
  );
});

it('an id of a client does not compile where one of the host is meant, and no schema takes it', () => {
  const command: string = 'k1';
  // @ts-expect-error: the id of a command names no tender
  const receipt = () => receiptOfTender(command);
  // @ts-expect-error: nor the result of one
  const result = () => resultId(command);
  // @ts-expect-error: nor a line
  const ofLine = () => isLineOf(command, command);
  expect([receipt(), result(), ofLine()]).toEqual(['receipt:k1', 'result:k1', false]);
  for (const id of [command, secondOf(command), resultId(tenderId(command))]) {
    expect(tenderName.safeParse(id).success).toBe(false);
    expect(lineName.safeParse(id).success).toBe(false);
  }
  expect(tenderName.safeParse(tenderId(command)).success).toBe(true);
  expect(lineName.safeParse(lineId(command, 0)).success).toBe(true);
});
