import { join } from 'node:path';
import type { Ready } from '../../service/index.ts';
import type { TillSettings } from '../../shared/bridge/contract.ts';
import type { Identity } from '../../shared/client/index.ts';
import { createMerchantClient } from '../../shared/client/index.ts';
import { channelName, createTerminal, type Terminal } from '../../shared/terminal/index.ts';
import { secureRandom, systemClock, systemFetch, systemIds } from './adapters/machine.ts';
import { openJournal } from './journal.ts';
import { createPush } from './push.ts';
import { StartError } from './start-error.ts';

export type TillOptions = {
  /** Where the service is, and who this till is there. */
  readonly service: Pick<Ready, 'base_url' | 'merchant' | 'users'>;
  readonly directory: string;
  readonly settings: TillSettings;
  /** A line for the person who looks after the till. */
  readonly report: (sentence: string) => void;
};

/** A terminal with its journal and its push channel. */
export type Till = { readonly terminal: Terminal; readonly close: () => Promise<void> };

/** API user that a till signs in as. */
const TILL_USER = 'pos';

/**
 * Opens the till's journal and starts its terminal; open sales are picked up at once. Throws
 * `StartError` when the journal cannot be opened or the service does not know this till.
 */
export async function openTill(options: TillOptions): Promise<Till> {
  const { service, directory, settings, report } = options;
  const identity = identityOf(service);
  const path = join(directory, 'terminal.journal');
  const opened = await openJournal({ path, clock: systemClock, ids: systemIds });
  if (!opened.ok) throw new StartError(opened.failure.description);
  if (opened.droppedBytes > 0) {
    report('The last record of the journal was cut short, as by a power cut; it was dropped.');
  }
  const { journal } = opened;
  const access = { ...identity, baseUrl: service.base_url, clock: systemClock };
  const terminal = createTerminal({
    client: createMerchantClient({ ...access, fetch: systemFetch }),
    journal,
    push: createPush({ ...access, random: secureRandom }),
    clock: systemClock,
    ids: systemIds,
    settings: {
      posId: settings.posId,
      currency: settings.currency,
      policy: 'attended',
      channel: channelName('till', settings.posId),
    },
    onFault: (fault) => report(`A screen could not be told of a change: ${String(fault)}`),
  });
  return {
    terminal,
    async close() {
      await terminal.stop();
      await journal.close();
    },
  };
}

function identityOf({ merchant, users }: TillOptions['service']): Identity {
  const user = users.find((one) => one.id === TILL_USER);
  if (!user) throw new StartError(`The service has no user "${TILL_USER}" for this till.`);
  return {
    merchantId: merchant.id,
    userId: user.id,
    credentials: { kind: 'secret', secret: user.secret },
  };
}
