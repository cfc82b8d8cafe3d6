import { MINUTE } from '../../../shared/time/clock.ts';
import { StepFailed } from './expect.ts';
import type { Subject } from './subject.ts';

export const REDIRECT = 'http://127.0.0.1:4700/callback';
const ALL = 'openid profile email phone address shipping_address bankid fodselsnummer';

/** What the flow uses of a service: its address, its application, and the way to send. */
export type OauthPlace = Pick<Subject, 'root' | 'oauthClient' | 'send'>;

/** A browser that keeps its cookies and fills in forms. */
export function createBrowser(subject: OauthPlace) {
  const jar = new Map<string, string>();
  return {
    cookie: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    async go(path: string, form?: Readonly<Record<string, string>>) {
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const reply = await subject.send(subject.root + path, {
        headers: { cookie: this.cookie(), ...(form === undefined ? {} : type) },
        ...(form === undefined
          ? {}
          : { method: 'POST', body: new URLSearchParams(form).toString() }),
      });
      for (const set of reply.headers['set-cookie'] ?? []) {
        const [name = '', value = ''] = (set.split(';', 1)[0] ?? '').split('=', 2);
        jar.set(name, value);
      }
      return reply;
    },
  };
}

/** The address of an authorisation request of the demo's application. */
export function authPath(
  subject: OauthPlace,
  change: Readonly<Record<string, string | null>> = {},
) {
  const members = {
    response_type: 'code',
    client_id: subject.oauthClient().id,
    redirect_uri: REDIRECT,
    scope: ALL,
    state: 'of-my-own',
    ...change,
  };
  const given = Object.entries(members).flatMap<[string, string]>(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  return `/oauth2/auth?${new URLSearchParams(given)}`;
}

const hidden = (html: string) => /name="request_id" value="([^"]*)"/.exec(html)?.[1] ?? '';

export type Granted = {
  readonly browser: ReturnType<typeof createBrowser>;
  readonly pages: readonly { readonly status: number; readonly text: string }[];
  /** Where the browser was sent in the end, with the code. */
  readonly back: URL;
  readonly tokens: Readonly<Record<string, unknown>>;
  readonly tokenHeaders: Readonly<Record<string, unknown>>;
};

/** The whole redirect flow, again only when its tokens are old: a number gets only a few codes. */
export async function granted(subject: Subject): Promise<Granted> {
  const make = async () => ({ at: await subject.now(), flow: await run(subject) });
  const known = await subject.once('oauth', make);
  if ((await subject.now()) - known.at < 30 * MINUTE) return known.flow;
  subject.forget('oauth');
  return (await subject.once('oauth', make)).flow;
}

async function run(subject: Subject): Promise<Granted> {
  const browser = createBrowser(subject);
  const first = await browser.go(authPath(subject));
  const request_id = hidden(first.text);
  const form = { request_id, msisdn: subject.customer };
  const second = await browser.go('/oauth2/auth', form);
  const secret = /code is (\d{6})/.exec(second.text)?.[1] ?? '';
  const third = await browser.go('/oauth2/auth', { ...form, secret });
  const done = await browser.go('/oauth2/auth', { request_id, decision: 'approve' });
  const back = new URL(done.headers.location ?? 'http://nowhere.example/');
  const code = back.searchParams.get('code') ?? '';
  const reply = await exchange(subject, { code });
  if (code === '') {
    const statuses = [first, second, third, done].map(({ status }) => status).join(', ');
    throw new StepFailed(
      `the redirect flow of OAuth gave no code; its pages had the statuses ${statuses}`,
    );
  }
  const pages = [first, second, third, done].map(({ status, text }) => ({ status, text }));
  return { browser, pages, back, tokens: Object(reply.json), tokenHeaders: reply.headers };
}

/** Asks the token endpoint; members with null are left out. Null `credentials` send no header. */
export function exchange(
  subject: OauthPlace,
  change: Readonly<Record<string, string | null>>,
  credentials?: string | null,
) {
  const { id, secret } = subject.oauthClient();
  const members = { grant_type: 'authorization_code', redirect_uri: REDIRECT, client_id: id };
  const given = Object.entries({ ...members, ...change }).flatMap<[string, string]>(
    ([name, value]) => (value === null ? [] : [[name, value]]),
  );
  const basic = Buffer.from(credentials ?? `${id}:${secret}`).toString('base64');
  return subject.send(`${subject.root}/oauth2/token`, {
    method: 'POST',
    headers: {
      ...(credentials === null ? {} : { authorization: `Basic ${basic}` }),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(given).toString(),
  });
}

/** Reads data with an access token. */
export function bearer(subject: OauthPlace, path: string, token: string) {
  return subject.send(subject.root + path, { headers: { authorization: `Bearer ${token}` } });
}
