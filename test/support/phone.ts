import { WALLET_HEADER, WALLET_PATH } from '../../shared/wallet/contract.ts';

/** A customer's phone at the portal of a running demo. */
export type Phone = {
  get(path: string): Promise<Response>;
  post(path: string, body?: unknown): Promise<Response>;
  /** Its cookies, as it sends them. */
  readonly cookie: string;
};

/** Signs a demo customer in at the portal. */
export async function signedInPhone(portal: string, msisdn: string): Promise<Phone> {
  const headers = { 'content-type': 'application/json', [WALLET_HEADER]: '1' };
  const signIn = await fetch(`${portal}${WALLET_PATH}/demo-session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ msisdn }),
  });
  if (signIn.status !== 200) throw new Error(`not signed in: ${await signIn.text()}`);
  const cookie = (signIn.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  return {
    cookie,
    get: (path) => fetch(portal + WALLET_PATH + path, { headers: { cookie } }),
    post: (path, body = {}) =>
      fetch(portal + WALLET_PATH + path, {
        method: 'POST',
        headers: { ...headers, cookie },
        body: JSON.stringify(body),
      }),
  };
}
