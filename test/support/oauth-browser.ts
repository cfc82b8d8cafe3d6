import { expect } from 'vitest';

/** The demo's application has this redirect address. */
export const REDIRECT = 'http://127.0.0.1:4700/callback';
export const INGRID = '4798765432';

/** A browser that keeps its cookies and fills in forms. */
export function browser() {
  const jar = new Map<string, string>();
  async function go(url: string, form?: Readonly<Record<string, string>>) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const set of reply.headers.getSetCookie()) {
      const [pair = ''] = set.split(';', 1);
      const [name = '', value = ''] = pair.split('=', 2);
      jar.set(name, value);
    }
    const location = reply.headers.get('location') ?? '';
    const bytes = Buffer.from(await reply.arrayBuffer());
    const { status, headers } = reply;
    return { status, location, text: bytes.toString(), bytes, headers };
  }
  return { go, jar };
}

export const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
export const demoCode = (html: string) => /code is (\d{6})/.exec(html)?.[1] ?? '';

let turn = 0;
/** The phone numbers take turns, so that a test meets a customer of the one before it at most once. */
export function someone(): string {
  turn += 1;
  return turn % 2 === 0 ? '4791234567' : '4740567890';
}

/** Signs in by number and code, up to the consent page. */
export async function signIn(phone: ReturnType<typeof browser>, url: string, msisdn = someone()) {
  const { origin, searchParams } = new URL(url);
  const key = searchParams.get('key');
  const proof: Record<string, string> = key === null ? {} : { key };
  const first = await phone.go(url);
  expect([first.status, first.text]).toEqual([200, expect.stringContaining('msisdn')]);
  const request_id = hidden(first.text, 'request_id');
  const at = `${origin}/oauth2/auth`;
  const asked = await phone.go(at, { ...proof, request_id, msisdn });
  const secret = demoCode(asked.text);
  expect(secret).toMatch(/^\d{6}$/);
  const page = await phone.go(at, { ...proof, request_id, msisdn, secret });
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Kaffebaren Fordel')]);
  return { request_id, at, page };
}
