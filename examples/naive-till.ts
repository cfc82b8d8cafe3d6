import { createInterface } from 'node:readline';

// WRONG ON PURPOSE. A till as a beginner writes it, which works until something fails. Never copy it:
// `tillkit torture --till "node examples/naive-till.ts"` shows how it loses and doubles payments.

const { TILL_SERVICE_URL, TILL_MERCHANT, TILL_USER, TILL_SECRET, TILL_POS } = process.env;
const cancelled = new Set<string>();
const requests = new Map<string, string>();

async function call(method: string, path: string, body?: object) {
  const reply = await fetch(TILL_SERVICE_URL + path, {
    method,
    headers: {
      'X-Svc-Merchant': `${TILL_MERCHANT}`,
      'X-Svc-User': `${TILL_USER}`,
      Authorization: `SECRET ${TILL_SECRET}`,
      'Content-Type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  // Wrong: a refusal such as 409 looks like success.
  const text = await reply.text();
  return text === '' ? null : JSON.parse(text);
}

const report = (sale: string, result: string, amount?: number) =>
  console.log(JSON.stringify({ sale, result, amount }));
const rest = () => new Promise((resolve) => setTimeout(resolve, 50));

async function sell(sale: string, amount: number) {
  const kroner = amount / 100;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    try {
      const { id } = await call('POST', '/payment_request/', {
        action: 'sale',
        currency: 'NOK',
        // Wrong: 16.15 * 100 is 1614.9999999999998.
        amount: Math.floor(kroner * 100),
        allow_credit: false,
        pos_id: TILL_POS,
        // Wrong: a new number for the same sale is a second payment.
        pos_tid: `${sale}-${Math.random().toString(36).slice(2)}`,
        success_return_uri: '',
        failure_return_uri: '',
      });
      requests.set(sale, id);
      for (let reads = 0; reads < 8; reads += 1) {
        if (cancelled.has(sale)) return;
        const { status } = await call('GET', `/payment_request/${id}/outcome/`);
        // Wrong: "fail" is no longer pending either.
        if (status !== 'pending') {
          await call('PUT', `/payment_request/${id}/`, { action: 'capture' });
          return report(sale, 'paid', amount);
        }
        await rest();
      }
      // Wrong: the customer can still approve, and the till captures it then.
      report(sale, 'not_paid');
      return watch(id);
    } catch {
      // Wrong: a lost reply is not a failed request.
      await rest();
    }
  }
  report(sale, 'not_paid');
}

async function watch(id: string) {
  for (let reads = 0; reads < 20; reads += 1) {
    await rest();
    const outcome = await call('GET', `/payment_request/${id}/outcome/`).catch(() => null);
    if (outcome?.status !== 'auth') continue;
    await call('PUT', `/payment_request/${id}/`, { action: 'capture' }).catch(() => null);
    return;
  }
}

function cancel(sale: string) {
  cancelled.add(sale);
  // Wrong: the till reports before it knows whether the abort has arrived.
  call('PUT', `/payment_request/${requests.get(sale)}/`, { action: 'abort' }).catch(() => null);
  report(sale, 'not_paid');
}

// Wrong: all of this is forgotten when the till is killed.
for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line);
  if (order.cancel) cancel(order.cancel);
  else void sell(order.sale, order.amount);
}
