import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { ANSWERED, type SignedInCall } from '../endpoint.ts';

/** `GET /wallet/v1/events`: a stream of server-sent events, one per change of a request. */
export async function events(call: SignedInCall): Promise<Answer<typeof ANSWERED>> {
  if (call.services.streams.open(call.session, call.response)) return answer(ANSWERED);
  return refuse('Service Unavailable', 'Too many wallets are open. Try again in a moment.');
}
