import { readFileSync } from 'node:fs';

// A cash register that takes one payment at the till on this machine:
//   node examples/cash-register.ts DATA_DIRECTORY REFERENCE AMOUNT
const [directory, reference, amount] = process.argv.slice(2);
const { url, token } = JSON.parse(readFileSync(`${directory}/till-api.json`, 'utf8'));

async function call(method: string, path: string, body?: object) {
  const reply = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await reply.json();
  if (!reply.ok) throw new Error(`${answer.error_type}: ${answer.error_description}`);
  return answer;
}

// The same reference finds the same sale, so the program can be repeated after any failure.
let sale = await call('POST', 'sales/', { reference, amount: Number(amount) });
while (!sale.state.final) {
  console.log(sale.state.kind, sale.state.uri ?? '');
  sale = await call('GET', `sales/${sale.id}/?wait=25&since=${sale.version}`);
}
console.log(sale.state.kind);
process.exitCode = sale.state.kind === 'paid' ? 0 : 1;
