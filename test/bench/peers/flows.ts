import { type Round, requestBody } from '../loads.ts';
import type { RawClient } from '../raw-client.ts';

/** The headers of our own clients, also for those who do not look at them. */
const HEADERS =
  'X-Svc-Merchant: shop\r\nX-Svc-User: pos\r\nAuthorization: SECRET peers\r\n' +
  'Content-Type: application/json\r\n';
const CAPTURE = JSON.stringify({ action: 'capture' });

type Call = readonly [method: string, path: string, body: string];

/** Create; then what `confirm` asks in place of the customer; then capture by `method`. */
function threeCalls(confirm: (path: string) => Call, method: 'PUT' | 'PATCH'): Round {
  return async (client, number) => {
    const made = await accepted(client, [
      'POST',
      '/payment_request/',
      requestBody(`peer-${number}`),
    ]);
    const { id }: { readonly id?: unknown } = JSON.parse(made);
    if (typeof id !== 'string' && typeof id !== 'number') throw new Error('nothing was created');
    const path = `/payment_request/${id}/`;
    await accepted(client, confirm(path));
    await accepted(client, [method, path, CAPTURE]);
    return 3;
  };
}

/** Products that answer with an example answer a confirmation too. */
export const exampleFlow = threeCalls((path) => ['POST', `${path}confirm/`, '{}'], 'PUT');

/** Our description of the API has no confirmation, which is the customer's: the till asks instead. */
export const describedFlow = threeCalls((path) => ['GET', `${path}outcome/`, ''], 'PUT');

/** Where resources are kept and nothing is decided, confirming is writing a word. */
export const resourceFlow = threeCalls((path) => ['PATCH', path, '{"status":"auth"}'], 'PATCH');

async function accepted(client: RawClient, [method, path, body]: Call): Promise<string> {
  const reply = await client.send(method, path, HEADERS, body);
  if (reply.status < 200 || reply.status > 299) {
    throw new Error(`it answers ${method} ${path} with ${reply.status}`);
  }
  return reply.body;
}
