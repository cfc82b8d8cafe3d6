import { systemFetch } from '../host/adapters/machine.ts';
import type { DevTill } from './dev-till.ts';

/** What the keys of `tillkit dev` do. */
export const DEV_KEYS = {
  a: 'approve the newest request as the customer',
  r: 'reject it',
  s: 'scan its code as the customer',
  l: 'lose the reply to the next command of the till or of a program',
  q: 'quit',
} as const;
export type DevKey = keyof typeof DEV_KEYS;

/** Methods of requests that change something; a till reads all the time. */
const COMMANDS = ['POST', 'PUT', 'DELETE'];

/** Whether a key has a meaning. */
export function isDevKey(key: string): key is DevKey {
  return Object.hasOwn(DEV_KEYS, key);
}

/** Does what a key says, with the simulator. Returns a sentence about the result. */
export async function pressKey(till: DevTill, key: Exclude<DevKey, 'q'>): Promise<string> {
  if (key === 'l') {
    await simulate(till, '/fault/', { method: COMMANDS, act: 'drop_after', times: 1 });
    return 'The reply to the next POST, PUT or DELETE is lost; the service carries it out.';
  }
  const tid = await newest(till);
  if (tid === null) return 'No request is open.';
  const of = (step: string) => `/payment_request/${tid}/${step}/`;
  const claimed = await simulate(till, of('claim'), { customer: till.customer });
  if (key === 's') return claimed ?? `The customer ${till.customer} has scanned ${tid}.`;
  const step = key === 'a' ? 'confirm' : 'reject';
  const refused = await simulate(till, of(step), {});
  return refused ?? `The customer has ${key === 'a' ? 'approved' : 'rejected'} ${tid}.`;
}

/** The newest payment request that waits for its customer. */
async function newest({ client }: DevTill): Promise<string | null> {
  for await (const { tid } of client.entries('paymentList', { status: 'pending' })) return tid;
  return null;
}

/** Calls the simulator; returns what it refused, or null. */
async function simulate(till: DevTill, path: string, body: object): Promise<string | null> {
  const reply = await systemFetch(till.environment.SIMULATOR + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (reply.ok) return null;
  return `The simulator answered ${reply.status}: ${await reply.text()}`;
}
