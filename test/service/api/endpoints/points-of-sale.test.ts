import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService, type TestUser } from '../../../support/service.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const STORE = { id: 'till-1', name: 'Front till', type: 'store' };

const post = (body: unknown, user: TestUser = test.users.pos) =>
  test.secret(user, '/pos/', { method: 'POST', body });
const put = (id: string, body: unknown) =>
  test.secret(test.users.pos, `/pos/${id}/`, { method: 'PUT', body });
const read = (id: string) => test.secret(test.users.pos, `/pos/${id}/`);

describe('points of sale', () => {
  it('are created with 201, their id and their full URL', async () => {
    const made = await post(STORE);
    expect(made.status).toBe(201);
    expect(made.json).toEqual({ id: 'till-1' });
    expect(made.headers.location).toBe(`${test.ready.base_url}/pos/till-1/`);
  });

  it('get the same reply for the same data, and 409 for other data (D-25)', async () => {
    const first = await post({ ...STORE, id: 'till-2', location: { latitude: 59.9 } });
    const place = { latitude: 59.9, longitude: null, accuracy: null };
    const again = await post({ type: 'store', location: place, name: 'Front till', id: 'till-2' });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.location).toBe(first.headers.location);
    expect((await post({ ...STORE, id: 'till-2', name: 'Another' })).status).toBe(409);
    expect((await post({ ...STORE, id: 'till-2' })).status).toBe(409);
  });

  it('are read, changed with 204, and removed with 204 by a signed request', async () => {
    await post({ ...STORE, id: 'till-3' });
    const change = { name: 'Bar', type: 'vending', location: { latitude: 1, longitude: 2 } };
    expect((await put('till-3', change)).status).toBe(204);
    expect((await read('till-3')).json).toEqual({
      id: 'till-3',
      name: 'Bar',
      type: 'vending',
      location: { latitude: 1, longitude: 2, accuracy: null },
    });
    const remove = () => test.key(test.users.admin, '/pos/till-3/', { method: 'DELETE' });
    expect((await remove()).status).toBe(204);
    // The signature of a request one second later is another one.
    await test.service.simulator.advance(1);
    expect((await remove()).status).toBe(404);
    expect((await read('till-3')).status).toBe(404);
    expect((await put('till-3', change)).status).toBe(404);
  });

  it('keep an id that needs encoding in Location, list and path', async () => {
    const id = 'Kø/2 ☕?#%';
    const made = await post({ ...STORE, id });
    const path = `/pos/${encodeURIComponent(id)}/`;
    expect(made.headers.location).toBe(test.ready.base_url + path);
    expect((await test.secret(test.users.pos, path)).json).toMatchObject({ id });
  });
});

describe('pages of points of sale', () => {
  const ids = Array.from({ length: 203 }, (_, index) => `n-${String(index).padStart(3, '0')}`);
  beforeAll(async () => {
    for (const id of [...ids].reverse()) {
      expect((await post({ ...STORE, id }, test.users.neighbour)).status).toBe(201);
    }
  });
  const remove = (path: string) => test.key(test.users.neighbour, path, { method: 'DELETE' });

  it('are listed in byte order, a hundred per page, as paths without host', async () => {
    const { neighbour } = test.users;
    const seen: string[] = [];
    let next: string | null = '/merchant/v1/pos/';
    const sizes: number[] = [];
    while (next !== null) {
      const page = await test.key(neighbour, next.replace('/merchant/v1', ''));
      expect(page.status).toBe(200);
      const list: { uris: string[]; next: string | null } = JSON.parse(page.text);
      expect(Object.keys(list)).toEqual(['uris', 'next', 'prev']);
      seen.push(...list.uris);
      sizes.push(list.uris.length);
      next = list.next;
    }
    expect(sizes).toEqual([100, 100, 3]);
    expect(seen).toEqual(ids.map((id) => `/merchant/v1/pos/${id}/`));
  });

  type Page = { uris: string[]; next: string | null; prev: string | null };
  async function pageAt(path: string): Promise<Page> {
    const page = await test.key(test.users.neighbour, path.replace('/merchant/v1', ''));
    expect(page.status, page.text).toBe(200);
    return JSON.parse(page.text);
  }
  const next = ({ next: to }: Page) => pageAt(to ?? 'no next page');
  const prev = ({ prev: to }: Page) => pageAt(to ?? 'no page before');

  it('can be read backwards through the same pages, with null at both ends', async () => {
    const first = await pageAt('/pos/');
    const second = await next(first);
    const third = await next(second);
    expect([first.prev, third.next]).toEqual([null, null]);
    expect((await prev(third)).uris).toEqual(second.uris);
    const again = await prev(await prev(third));
    expect(again).toEqual(first);
    expect((await next(again)).uris).toEqual(second.uris);
  });

  it('keep their position in both directions while entries are added and removed', async () => {
    const { neighbour } = test.users;
    const first = await pageAt('/pos/');
    const second = await next(first);
    // In front of everything, and into the middle of the first page.
    for (const id of ['a-early', 'n-050b']) await post({ ...STORE, id }, neighbour);
    const gone = first.uris.at(-1)?.replace('/merchant/v1', '') ?? '';
    expect((await remove(gone)).status).toBe(204);
    expect((await next(first)).uris).toEqual(second.uris);
    const back = await prev(second);
    // The nearest hundred: one was added, one was removed, and the first one is on an earlier page.
    const kept = first.uris.filter((uri) => uri !== first.uris.at(-1));
    expect(back.uris).toEqual([...kept, '/merchant/v1/pos/n-050b/'].sort());
    expect((await prev(back)).uris).toEqual(['/merchant/v1/pos/a-early/']);
    expect((await next(await prev(back))).uris).toEqual(back.uris);
    // Restores the entries that the other tests expect.
    for (const id of ['a-early', 'n-050b']) await remove(`/pos/${id}/`);
    await post({ ...STORE, id: gone.split('/').at(-2) }, neighbour);
  });

  it('link back to the list when all entries of a page were removed', async () => {
    const paths = (uris: readonly string[]) => uris.map((uri) => uri.replace('/merchant/v1', ''));
    const third = await next(await next(await pageAt('/pos/')));
    const second = await prev(third);
    for (const path of paths(third.uris)) await remove(path);
    const empty = await pageAt(second.next ?? '');
    expect(empty).toMatchObject({ uris: [], next: null, prev: expect.any(String) });
    expect((await prev(empty)).uris).toEqual(second.uris);
    for (const path of paths(third.uris)) {
      await post({ ...STORE, id: path.split('/').at(-2) }, test.users.neighbour);
    }
  });

  it('refuse an invalid cursor', async () => {
    for (const cursor of ['%C3%A6', 'bi0wMDE', 'eA', '_w']) {
      const bad = await test.key(test.users.admin, `/pos/?cursor=${cursor}`);
      expect(bad.status).toBe(400);
      expect(bad.json).toMatchObject({ error_details: { cursor: [expect.any(String)] } });
    }
  });
});

describe('status codes', () => {
  it('are public, with codes as text', async () => {
    const list = await test.open('/status_code/');
    expect(list.status).toBe(200);
    expect(list.json).toContainEqual({ code: '3008', name: 'AUTH' });
    expect(list.json).toContainEqual({ code: '5012', name: 'AUTH_EXPIRED' });
  });

  it('are read one by one; an unknown one is 404', async () => {
    expect((await test.open('/status_code/1003/')).json).toEqual({ code: '1003', name: 'PENDING' });
    for (const value of ['1', '01003', '9999', 'OK', '1003.0', '-1', '1e3', '%00']) {
      expect((await test.open(`/status_code/${value}/`)).status).toBe(404);
    }
  });
});

describe('health', () => {
  const origin = () => test.ready.base_url.replace('/merchant/v1', '');

  it('reports that the process runs and is ready', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const reply = await fetch(origin() + path);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toBe('application/json');
      expect(await reply.json()).toEqual({ status: 'ok' });
    }
  });
});
