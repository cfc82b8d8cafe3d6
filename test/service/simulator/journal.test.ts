import { expect, it } from 'vitest';
import { createJournal } from '../../../service/simulator/journal.ts';
import { createManualClock } from '../../support/manual-clock.ts';

it('a stop waits until a read of the store has ended', async () => {
  let publish: (merchantId: string, channel: string) => void = () => {};
  const steps: string[] = [];
  const { promise: reading, resolve: finish } = Promise.withResolvers<void>();
  const channels = {
    onEvents(listener: typeof publish) {
      publish = listener;
      return () => steps.push('forgotten');
    },
    async read() {
      await reading;
      steps.push('read');
      return [];
    },
  };
  const deps = { store: { channels }, callbacks: { onAttempt: () => () => {} } };
  const clock = createManualClock();
  const journal = createJournal({ ...deps, clock } as unknown as Parameters<
    typeof createJournal
  >[0]);
  publish('merchant', 'channel');
  const stopping = journal.stop().then(() => steps.push('stopped'));
  finish();
  await stopping;
  expect(steps).toEqual(['forgotten', 'read', 'stopped']);
});
