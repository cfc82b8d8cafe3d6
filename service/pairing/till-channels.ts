import { CATALOGUE_CHANNEL } from '../../shared/protocol/events.ts';
import { channelName } from '../../shared/terminal/sale/settings.ts';
import type { PairedTill } from '../store/user-store.ts';

/** True for the channel that has the events of a paired till, which no other till hears. */
export function isTillChannel(channel: string, { posId }: Pick<PairedTill, 'posId'>): boolean {
  return channel === channelName('till', posId);
}

/** True for a channel that a paired till may open: its own, that of its checks, and the catalogue's (D-455). */
export function mayHear(channel: string, userId: string, till: PairedTill): boolean {
  if (channel === CATALOGUE_CHANNEL || channel === channelName('check', userId)) return true;
  return isTillChannel(channel, till);
}
