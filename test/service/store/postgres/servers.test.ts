import { expect, it } from 'vitest';
import { Servers } from '../../../../service/store/postgres/servers.ts';
import { StoreNotOpened } from '../../../../service/store/store-errors.ts';

const of = (rest: string) => new Servers(`postgres://till:geheim@${rest}`, {});

it('an address of one server is used as it is', () => {
  const servers = of('db.example/shop');
  expect(servers.count).toBe(1);
  expect(servers.current.connectionString).toBe('postgres://till:geheim@db.example/shop');
});

it('an address of several servers has each with the same user, database and parameters', () => {
  const servers = of('a:5433,[::1]:5434,c/shop?sslmode=require&target_session_attrs=read-write');
  const found: string[] = [];
  for (let at = 0; at < servers.count; at += 1) {
    expect(servers.encrypted).toBe(true);
    found.push(servers.current.connectionString);
    servers.leave(servers.current);
  }
  const url = (host: string) => `postgres://till:geheim@${host}/shop`;
  expect(found).toEqual([url('a:5433'), url('[::1]:5434'), url('c')]);
  expect(servers.current.connectionString).toBe(url('a:5433'));
});

it('connections that fail together turn to the next server once', () => {
  const servers = of('a,b/shop');
  const failed = servers.current;
  for (let connection = 0; connection < 3; connection += 1) servers.leave(failed);
  expect(servers.current.connectionString).toContain('@b/');
});

it.each([
  ['a,,b/shop', 'a comma without a server'],
  ['a,b,c,d,e/shop', 'more than 4 servers'],
  ['a,b:port/shop', 'cannot be read'],
  ['a,b/shop?target_session_attrs=any', 'must have target_session_attrs=read-write'],
  ['a/shop?target_session_attrs=standby', 'must have target_session_attrs=read-write'],
  ['a/shop?target_session_attrs=any&target_session_attrs=any', 'must have target_session_attrs'],
  ['a,b/shop?sslmode=verify', 'sslmode'],
])('refuses %s in a sentence without the password', (rest, sentence) => {
  expect(() => of(rest)).toThrow(StoreNotOpened);
  expect(() => of(rest)).toThrow(sentence);
  expect(() => of(rest)).not.toThrow('geheim');
});
