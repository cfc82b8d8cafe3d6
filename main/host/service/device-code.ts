import type { MerchantClient } from '../../../shared/client/index.ts';
import { type CancelTimer, type Clock, SECOND } from '../../../shared/time/clock.ts';

export type DeviceCodeDeps = {
  readonly client: Pick<MerchantClient, 'shortlinkRead' | 'shortlinkUpdate'>;
  readonly clock: Clock;
  readonly shortlinkId: string;
  /** This till's channel, to which the scans are to come. */
  readonly channel: string;
  /** A line for the person who looks after the till. */
  readonly report: (sentence: string) => void;
};

/** Time between two tries while the service cannot be asked. */
const RETRY = 10 * SECOND;

/**
 * Has the scans of this device's link told to its channel. A link that reports to somebody else is
 * left to them: the till then finds its scans by asking, a little later. Returns how to stop.
 */
export function keepDeviceCode(deps: DeviceCodeDeps): () => void {
  const { client, clock, shortlinkId, channel, report } = deps;
  const controller = new AbortController();
  const { signal } = controller;
  const wanted = `ws:${channel}`;
  let timer: CancelTimer = () => undefined;

  async function attempt(): Promise<'done' | 'again'> {
    const read = await client.shortlinkRead(shortlinkId, { signal });
    if (!read.ok) return judge(read.error);
    const { callback_uri: address, is_active: active } = read.value;
    if (!active) report(`The link ${shortlinkId} is switched off; its code is not in use.`);
    if (address === wanted) return 'done';
    if (address !== null && address !== '') {
      report(`The link ${shortlinkId} tells its scans to another system; this till asks for them.`);
      return 'done';
    }
    const updated = await client.shortlinkUpdate(shortlinkId, { callback_uri: wanted }, { signal });
    return updated.ok ? 'done' : judge(updated.error);
  }

  function judge(error: { readonly kind: string; readonly description: string }) {
    if (error.kind !== 'refused') return 'again';
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
