import type { Logger } from 'pino';
import { faultReply } from '../../service/web/unexpected-error.ts';
import type { TransportDeps } from '../../shared/node/http/transport.ts';
import type { VendorProfile } from '../../shared/protocol/media.ts';

/** How requests are read and answered, for a router that a test serves by itself. */
export function wireOf(deps: {
  readonly profile: VendorProfile;
  readonly log: Logger;
}): TransportDeps {
  let count = 0;
  const nextRequestId = () => {
    count += 1;
    return `request-${count}`;
  };
  return {
    profile: deps.profile,
    stopping: new AbortController().signal,
    nextRequestId,
    faultReply: (error, requestId) => faultReply(error, requestId, deps.log),
  };
}
