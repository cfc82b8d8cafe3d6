import type { LineItem } from '../../../../shared/protocol/line-items.ts';
import { createJournalQueue } from '../../../../shared/terminal/engine/journal-queue.ts';
import { createRefundQueue, type RefundQueue } from '../../../../shared/terminal/refunds/queue.ts';
import type { RefundClient } from '../../../../shared/terminal/refunds/send.ts';
import { settingsOf } from '../../../../shared/terminal/sale/settings.ts';
import { recoverState } from '../../../../shared/terminal/start/recover.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createModelService, type Fate } from '../../../support/model-service.ts';
import { openedRecord } from '../../../support/sales.ts';
import { createMemoryJournal, rest, SETUP, testIds } from '../../../support/till.ts';

export type RefundWorld = ReturnType<typeof refundWorld>;

type Heard = Partial<
  Pick<Parameters<typeof createRefundQueue>[0], 'onOutcome' | 'onMade' | 'changed'>
>;

/** A clock, a service, a journal, and a refund queue on them. */
export function refundWorld(clock = createManualClock()) {
  const service = createModelService(clock);
  const memory = createMemoryJournal();
  return {
    clock,
    service,
    memory,
    /** A refund queue that starts from the records in the journal. */
    begin: (client: RefundClient | null = service.client, heard: Heard = {}): RefundQueue =>
      createRefundQueue({
        client,
        journalQueue: createJournalQueue({
          journal: memory.journal,
          clock,
          changed: () => undefined,
        }),
        clock,
        ids: testIds(),
        settings: settingsOf(SETUP),
        restored: recoverState(memory.records).refunds,
        billRefunds: recoverState(memory.records).billRefunds,
        onOutcome: () => undefined,
        onMade: () => undefined,
        changed: () => undefined,
        ...heard,
      }),
    /** A payment of 1,000 with a tip of 100, fully captured; returns its payment id. */
    async paid(posTid: string, items: readonly LineItem[] = []): Promise<string> {
      const { body: plain } = openedRecord({ sale: posTid });
      const lines = items.length === 0 ? {} : { line_items: [...items] };
      const body = { ...plain, additional_amount: 100, ...lines };
      const made = await service.client.paymentCreate(body);
      service.happenTo(posTid, { kind: 'confirm', additionalAmount: null, credit: false });
      service.happenTo(posTid, { kind: 'capture', part: null });
      return made.ok ? made.value.id : '';
    },
    refunds: () => service.payments().flatMap((one) => one.refunds),
    fateOf: (name: string, fate: Fate) =>
      service.setFate((call) => (call.name === name ? fate : 'deliver')),
    pass: async (time: number) => {
      for (let gone = 0; gone < time; gone += 500) {
        clock.advance(500);
        await rest();
      }
    },
  };
}
