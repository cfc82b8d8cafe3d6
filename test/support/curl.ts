import { readFileSync, writeFileSync } from 'node:fs';
import { sendOnSocket } from './socket-request.ts';
import { type Sent, send } from './wire.ts';

/*
 * What the guides use of curl, for machines without it: `curl -fsS URL [--unix-socket FILE] [-X METHOD]
 * [-H HEADER]... [-d BODY] [--data-binary @FILE] [-o FILE]`. It ends with 22 if the status is an error.
 * CURL_CA_BUNDLE names the issuer that it trusts.
 */

const args = process.argv.slice(2);
const headers: Record<string, string> = {};
let [url, method, body, socket, out]: (string | undefined)[] = [];
for (let word = args.shift(); word !== undefined; word = args.shift()) {
  if (word === '-fsS') continue;
  if (word === '-X') method = args.shift();
  else if (word === '-d') body = args.shift();
  else if (word === '--data-binary') body = readFileSync((args.shift() ?? '').slice(1), 'utf8');
  else if (word === '--unix-socket') socket = args.shift();
  else if (word === '-o') out = args.shift();
  else if (word === '-H') {
    const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(args.shift() ?? '') ?? [];
    headers[name] = value;
  } else if (/^https?:/.test(word)) url = word;
  else throw new Error(`this curl does not know ${word}`);
}
const ca = process.env.CURL_CA_BUNDLE;
const sent: Sent = {
  method: method ?? (body === undefined ? 'GET' : 'POST'),
  headers,
  ...(body === undefined ? {} : { body }),
  ...(ca === undefined ? {} : { ca: readFileSync(ca, 'utf8') }),
};
const path = (url ?? '').replace(/^https?:\/\/[^/]+/, '');
const reply = await (socket === undefined
  ? send(url ?? '', sent)
  : sendOnSocket(socket, path, sent));
if (reply.status >= 400) {
  process.stderr.write(
    `curl: (22) The requested URL returned error: ${reply.status}\n${reply.text}\n`,
  );
  process.exitCode = 22;
} else if (out === undefined) {
  process.stdout.write(`${reply.text}\n`);
} else {
  writeFileSync(out, reply.text);
}
