import { CODE } from '../../protocol/status-codes.ts';
import type { CancelTimer, Clock } from '../../time/clock.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import type { ConnectionTracker } from './connection.ts';
import type { TerminalClient } from './service-client.ts';

export type ProbeDeps = {
  readonly client: Pick<TerminalClient, 'statusCodeRead'>;
  readonly clock: Clock;
  readonly settings: TerminalSettings;
  readonly connection: ConnectionTracker;
  /** True while other traffic shows whether the service is reachable. */
  readonly isKnown: () => boolean;
};

/**
 * Polls the service while no sale does, so that an idle till shows that it is offline before the next
 * customer comes. Returns a function that stops the polling.
 */
export function startProbe(deps: ProbeDeps): () => void {
  const { client, clock, settings, connection } = deps;
  const controller = new AbortController();
  let timer: CancelTimer = clock.after(settings.pollAlone, look);

  function look(): void {
    void ask().then((delay) => {
      if (!controller.signal.aborted) timer = clock.after(delay, look);
    });
  }

  async function ask(): Promise<number> {
    if (deps.isKnown()) return settings.probeEvery;
    const options = { deadline: settings.readDeadline, signal: controller.signal };
    const result = await client.statusCodeRead(CODE.ok, options).catch(() => null);
    const reached = result !== null && (result.ok || result.error.kind === 'refused');
    if (!controller.signal.aborted) connection.onCall(reached, clock.now());
    return reached ? settings.probeEvery : settings.pollWithPush;
  }

  return () => {
    controller.abort();
    timer();
  };
}
