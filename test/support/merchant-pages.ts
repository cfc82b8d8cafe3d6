import { PORTAL_HEADER, PORTAL_PATH } from '../../shared/portal/contract.ts';
import type { TestService } from './service.ts';

export type PageReply = {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
};

/** The merchant's browser: it keeps the cookie, and sends what our own pages send. */
export function merchantBrowser({ ready }: TestService) {
  const { origin } = new URL(ready.base_url);
  let cookie = '';
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<PageReply> {
    const write = { 'content-type': 'application/json', [PORTAL_HEADER]: '1', origin };
    const reply = await fetch(origin + PORTAL_PATH + path, {
      method,
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(method === 'GET' ? {} : write),
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    const set = reply.headers.get('set-cookie');
    if (set !== null) cookie = set.split(';', 1)[0] ?? '';
    const text = await reply.text();
    return {
      status: reply.status,
      body: text === '' ? null : JSON.parse(text),
      headers: reply.headers,
    };
  }
  return {
    origin,
    call,
    get: (path: string, headers?: Readonly<Record<string, string>>) =>
      call('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
      call('POST', path, body, headers),
    remove: (path: string) => call('DELETE', path),
    signIn: (user: { merchant: string; id: string; secret: string }) =>
      call('POST', '/session', {
        merchant_id: user.merchant,
        user_id: user.id,
        secret: user.secret,
      }),
    cookie: () => cookie,
    setCookie(value: string) {
      cookie = value;
    },
  };
}
