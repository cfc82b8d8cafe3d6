import type { MerchantClient } from '../../../shared/client/index.ts';
import { type ClientError, failureOf } from '../../../shared/client/result.ts';
import { type CancelTimer, type DeviceClock, SECOND } from '../../../shared/time/clock.ts';

export type DeviceCodeDeps = {
  readonly client: Pick<MerchantClient, 'shortlinkRead' | 'shortlinkUpdate'>;
  readonly clock: DeviceClock;
  readonly shortlinkId: string;
  /** This till's channel, which shall receive the scans. */
  readonly channel: string;
  /** Writes a line for the operator. */
  readonly report: (sentence: string) => void;
};

/** Time between two tries while the service does not answer. */
const RETRY = 10 * SECOND;

/**
 * Directs the scans of this device's shortlink to the till's channel. A shortlink that already
 * reports elsewhere is left unchanged: the till then finds its scans by polling, a little later.
 * Returns how to stop.
 */
export function keepDeviceCode(deps: DeviceCodeDeps): () => void {
  const { client, clock, shortlinkId, channel, report } = deps;
  const controller = new AbortController();
  const { signal } = controller;
  const wanted = `ws:${channel}`;
  let timer: CancelTimer = () => undefined;

  async function attempt(): Promise<'done' | 'again'> {
    const read = await client.shortlinkRead(shortlinkId, { signal });
    if (!read.ok) return onError(read.error);
    const { callback_uri: address, is_active: active } = read.value;
    if (!active) report(`The link ${shortlinkId} is switched off; its code is not in use.`);
    if (address === wanted) return 'done';
    if (address !== null && address !== '') {
      report(
        `The link ${shortlinkId} reports its scans to another system; this till polls for them.`,
      );
      return 'done';
    }
    const updated = await client.shortlinkUpdate(shortlinkId, { callback_uri: wanted }, { signal });
    return updated.ok ? 'done' : onError(updated.error);
  }

  function onError(error: ClientError) {
    if (failureOf(error).kind !== 'refused') return 'again';
    report(`The link ${shortlinkId} cannot be used: ${error.description}`);
    return 'done';
  }

  function begin(): void {
    void attempt().then((next) => {
      if (next === 'again' && !signal.aborted) timer = clock.after(RETRY, begin);
    });
  }

  begin();
  return () => {
    controller.abort();
    timer();
  };
}
