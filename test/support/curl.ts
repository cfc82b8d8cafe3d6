import { readFileSync } from 'node:fs';
import { send } from './wire.ts';

/*
 * What the guides use of curl, for machines without it: `curl -fsS URL [-X METHOD] [-H HEADER]... [-d BODY]`.
 * It ends with 22 if the status is an error. CURL_CA_BUNDLE names the issuer that it trusts.
 */

const args = process.argv.slice(2);
const headers: Record<string, string> = {};
let [url, method, body]: (string | undefined)[] = [];
for (let word = args.shift(); word !== undefined; word = args.shift()) {
  if (word === '-fsS') continue;
  if (word === '-X') method = args.shift();
  else if (word === '-d') body = args.shift();
  else if (word === '-H') {
    const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(args.shift() ?? '') ?? [];
    headers[name] = value;
  } else if (/^https?:/.test(word)) url = word;
  else throw new Error(`this curl does not know ${word}`);
}
const ca = process.env.CURL_CA_BUNDLE;
const reply = await send(url ?? '', {
  method: method ?? (body === undefined ? 'GET' : 'POST'),
  headers,
  ...(body === undefined ? {} : { body }),
  ...(ca === undefined ? {} : { ca: readFileSync(ca, 'utf8') }),
});
if (reply.status >= 400) {
  process.stderr.write(
    `curl: (22) The requested URL returned error: ${reply.status}\n${reply.text}\n`,
  );
  process.exitCode = 22;
} else {
  process.stdout.write(`${reply.text}\n`);
}
