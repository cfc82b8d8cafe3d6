import type { Logger } from 'pino';
import { errorReply, type Reply } from '../../shared/node/http/reply.ts';
import { StoreBusy, StoreUnavailable } from '../store/store-errors.ts';

/**
 * The reply to an unexpected error. The caller gets the id of the request; the log has the error.
 */
export function faultReply(error: unknown, requestId: string, log: Logger): Reply {
  if (error instanceof StoreBusy) {
    const description = 'The service is very busy; try the same request again in a moment.';
    return errorReply({ type: 'Service Unavailable', description }, 1);
  }
  log.error({ requestId, error }, 'a request failed');
  if (error instanceof StoreUnavailable) {
    const description = 'The service cannot write now; try the same request again later.';
    return errorReply({ type: 'Service Unavailable', description }, 5);
  }
  const description = `Something went wrong in the service; its log has it under ${requestId}.`;
  return errorReply({ type: 'Internal Server Error', description });
}
