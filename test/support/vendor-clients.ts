import { createHash, sign } from 'node:crypto';
import type { TestService, TestUser } from './service.ts';
import { type Received, send } from './wire.ts';

/*
 * Clients of older generations, written from their requests: names and case of headers, order and form of
 * bodies, and the string that they sign. They use no code of the product.
 */

export const MCASH_TYPE = 'application/vnd.mcash.api.merchant.v1+json';

export type Members = Readonly<Record<string, unknown>>;
export type VendorCall = (method: string, path: string, body?: Members) => Promise<Received>;

type Signed = {
  readonly user: TestUser;
  readonly method: string;
  readonly url: string;
  readonly body: string;
  /** Milliseconds. */
  readonly at: number;
  /** In the case that the client writes. */
  readonly prefix: string;
  /** The client's change of the address before it signs it. */
  readonly signedUrl?: string;
};

/** The vendor's headers and the signature over them. */
export function rsaHeaders(signed: Signed): Record<string, string> {
  const { user, method, url, body, at, prefix } = signed;
  const lower = prefix === prefix.toLowerCase();
  const name = (text: string) => prefix + (lower ? text.toLowerCase() : text);
  const own: Record<string, string> = {
    [name('Merchant')]: user.merchant,
    [name('User')]: user.id,
    [name('Timestamp')]: new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    [name('Content-Digest')]: `SHA256=${createHash('sha256').update(body).digest('base64')}`,
  };
  const lines = Object.entries(own).map(([key, value]) => `${key.toUpperCase()}=${value}`);
  const text = `${method}|${signed.signedUrl ?? url}|${lines.sort().join('&')}`;
  const signature = sign('RSA-SHA256', Buffer.from(text), user.privateKey ?? '');
  return { ...own, Authorization: `RSA-SHA256 ${signature.toString('base64')}` };
}

function secretHeaders(user: TestUser, prefix: string): Record<string, string> {
  const { merchant, id, secret } = user;
  return {
    [`${prefix}Merchant`]: merchant,
    [`${prefix}User`]: id,
    Authorization: `SECRET ${secret}`,
  };
}

const bodyOf = (text: string) => (text === '' ? {} : { body: text });
const now = (test: TestService) => test.service.simulator.now();

/** PHP 7, curl: header names in small letters, an explicit length, slashes and letters escaped. */
export function phpClient(test: TestService, user = test.users.admin): VendorCall {
  return (method, path, fields) => {
    const url = test.ready.base_url + path;
    const body = fields === undefined ? '' : escaped(JSON.stringify(fields)).replaceAll('/', '\\/');
    const headers = {
      'User-Agent': 'Api PHP Client',
      Accept: MCASH_TYPE,
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      ...rsaHeaders({ user, method, url, body, at: now(test), prefix: 'x-settle-' }),
    };
    return send(url, { method, headers, ...bodyOf(body) });
  };
}

/** Node 0.10 and superagent: an empty cookie, and no content type without a body. */
export function nodeClient(test: TestService, user = test.users.admin): VendorCall {
  return (method, path, fields) => {
    const url = test.ready.base_url + path;
    const body = fields === undefined ? '' : JSON.stringify(fields);
    const headers = {
      'accept-encoding': 'gzip, deflate',
      cookie: '',
      'user-agent': 'node-superagent/0.18.0',
      Accept: MCASH_TYPE,
      ...rsaHeaders({ user, method, url, body, at: now(test), prefix: 'X-Settle-' }),
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
      connection: 'close',
    };
    return send(url, { method, headers, ...bodyOf(body) });
  };
}

/** WordPress of 2022: headers of the oldest generation, and amounts as text in minor units. */
export function shopClient(test: TestService, user = test.users.admin): VendorCall {
  return (method, path, fields) => {
    const url = test.ready.base_url + path;
    const members = Object.entries(fields ?? {}).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : value,
    ]);
    const body = fields === undefined ? '' : escaped(JSON.stringify(Object.fromEntries(members)));
    const headers = {
      'User-Agent': 'WordPress/5.9; https://shop.example',
      Accept: MCASH_TYPE,
      'Content-Type': 'application/json',
      ...rsaHeaders({ user, method, url, body, at: now(test), prefix: 'X-Mcash-' }),
    };
    return send(url, { method, headers, ...bodyOf(body) });
  };
}

type PythonOptions = {
  readonly scheme?: 'SECRET' | 'RSA';
  readonly user?: TestUser;
  /** How far local time is ahead of UTC, milliseconds. */
  readonly zone?: number;
};

/** Python 2, requests: a content type on every request, and local time in the signature. */
export function pythonClient(test: TestService, options: PythonOptions = {}): VendorCall {
  const { scheme = 'SECRET', user = test.users.admin, zone = 0 } = options;
  return (method, path, fields) => {
    const url = test.ready.base_url + path;
    const body = fields === undefined ? '' : pythonJson(fields);
    const at = now(test) + zone;
    const headers = {
      'User-Agent': 'python-requests/2.3.0 CPython/2.7.6',
      Accept: MCASH_TYPE,
      'Content-Type': 'application/json',
      'X-Testbed-Token': 'token',
      ...(scheme === 'SECRET'
        ? secretHeaders(user, 'X-Mcash-')
        : rsaHeaders({ user, method, url, body, at, prefix: 'X-Mcash-' })),
    };
    return send(url, { method, headers, ...bodyOf(body) });
  };
}

/** .NET 4.5: every declared member of a body is written, null if it has no value. */
export function csharpClient(test: TestService, user = test.users.pos): VendorCall {
  return (method, path, fields) => {
    const url = path.startsWith('http') ? path : test.ready.base_url + path;
    const body = fields === undefined ? '' : JSON.stringify(fields);
    const headers = {
      ...secretHeaders(user, 'X-Mcash-'),
      'X-Testbed-Token': 'token',
      Accept: MCASH_TYPE,
      'User-Agent': 'RestSharp/104.4.0.0',
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
      'Accept-Encoding': 'gzip, deflate',
    };
    return send(url, { method, headers, ...bodyOf(body) });
  };
}

/** A web shop of 2014: form bodies, any accepted answer type, and booleans as Python writes them. */
export function formClient(test: TestService, user = test.users.pos): VendorCall {
  return (method, path, fields = {}) => {
    const text = (value: unknown) => {
      if (typeof value === 'boolean') return value ? 'True' : 'False';
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
    };
    const pairs = Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      text(value),
    ]);
    const headers = {
      ...secretHeaders(user, 'X-Mcash-'),
      Accept: '*/*',
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Testbed-Token': '',
    };
    const body = new URLSearchParams(pairs).toString();
    return send(test.ready.base_url + path, { method, headers, ...bodyOf(body) });
  };
}

/** A browser page behind a proxy: the third prefix, and `{}` with a GET if a proxy adds a body. */
export function browserClient(test: TestService, user = test.users.pos): VendorCall {
  return (method, path, fields = {}) => {
    const headers = {
      Accept: 'application/json, text/plain, */*',
      'Content-Type': 'application/json;charset=utf-8',
      ...secretHeaders(user, 'X-Auka-'),
    };
    const body = JSON.stringify(fields);
    return send(test.ready.base_url + path, { method, headers, body });
  };
}

/** JSON as Python 2 writes it: a blank after every comma and colon, and ASCII only. */
function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return escaped(JSON.stringify(value));
  const members = Object.entries(value).map(
    ([name, member]) => `${escaped(JSON.stringify(name))}: ${pythonJson(member)}`,
  );
  return `{${members.join(', ')}}`;
}

function escaped(json: string): string {
  return json.replaceAll(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
