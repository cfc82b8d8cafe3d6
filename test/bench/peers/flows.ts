import { type Round, requestBody } from '../loads.ts';
import type { RawClient } from '../raw-client.ts';

/** The headers of Tillkit's clients. Peers receive them too, although they ignore them. */
const HEADERS =
  'X-Svc-Merchant: shop\r\nX-Svc-User: pos\r\nAuthorization: SECRET peers\r\n' +
  'Content-Type: application/json\r\n';
const CAPTURE = JSON.stringify({ action: 'capture' });

type Call = readonly [method: string, path: string, body: string];

/** Create, the call of `confirm` as the customer's approval, and capture with `method`. */
function threeCalls(confirm: (path: string) => Call, method: 'PUT' | 'PATCH'): Round {
  return async (client, number) => {
    const created = await accepted(client, [
      'POST',
      '/payment_request/',
      requestBody(`peer-${number}`),
    ]);
    const { id }: { readonly id?: unknown } = JSON.parse(created);
    if (typeof id !== 'string' && typeof id !== 'number') throw new Error('it created no payment');
    const path = `/payment_request/${id}/`;
    await accepted(client, confirm(path));
    await accepted(client, [method, path, CAPTURE]);
    return 3;
  };
}

/** The flow for peers that answer each call with an example, also a confirmation. */
export const exampleFlow = threeCalls((path) => ['POST', `${path}confirm/`, '{}'], 'PUT');

/** The flow for Tillkit's OpenAPI document, in which a till reads the outcome and cannot confirm. */
export const describedFlow = threeCalls((path) => ['GET', `${path}outcome/`, ''], 'PUT');

/** The flow for peers that only store resources: a confirmation writes the status. */
export const resourceFlow = threeCalls((path) => ['PATCH', path, '{"status":"auth"}'], 'PATCH');

async function accepted(client: RawClient, [method, path, body]: Call): Promise<string> {
  const reply = await client.send(method, path, HEADERS, body);
  if (reply.status < 200 || reply.status > 299) {
    throw new Error(`it answers ${method} ${path} with ${reply.status}`);
  }
  return reply.body;
}
