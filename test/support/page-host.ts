import type { HostOptions } from '../../main/host/till/screen-host.ts';
import { peerUserHere } from '../../shared/node/http/peer-user.ts';

/** The rest of the options of a page's host, for a test that is not about them. */
export const PLAIN_HOST = {
  directory: null,
  displayDir: null,
  access: null,
  onLaunchAddress: () => undefined,
  report: (sentence) => console.error(sentence),
  peerUser: peerUserHere(),
} satisfies Partial<HostOptions>;
