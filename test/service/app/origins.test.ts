import { describe, expect, it } from 'vitest';
import { originOf, reachableHost, signedOrigins } from '../../../service/app/origins.ts';
import { Closing } from '../../../shared/node/closing.ts';
import { appDataDirectory } from '../../../shared/node/folders.ts';
import {
  rootOfBase,
  serviceAddresses,
  withoutPrefix,
} from '../../../shared/protocol/service-addresses.ts';

describe('origins', () => {
  it('omit the default port and bracket IPv6', () => {
    expect(originOf('127.0.0.1', 4600)).toBe('http://127.0.0.1:4600');
    expect(originOf('till.example', 80)).toBe('http://till.example');
    expect(originOf('::1', 4600)).toBe('http://[::1]:4600');
    expect(reachableHost('0.0.0.0')).toBe('127.0.0.1');
  });

  it('for signatures are the public origin, then the host with its loopback names', () => {
    expect(signedOrigins('https://pay.example', '127.0.0.1', 1)).toEqual([
      'https://pay.example',
      'http://127.0.0.1:1',
      'http://localhost:1',
      'http://[::1]:1',
    ]);
    expect(signedOrigins(null, '192.0.2.1', 1)).toEqual(['http://192.0.2.1:1']);
  });
});

describe('the addresses of a service', () => {
  it('begin with the public origin and its path prefix', () => {
    expect(serviceAddresses('https://pay.example/shops/tillkit', '/merchant/v1')).toEqual({
      root: 'https://pay.example/shops/tillkit',
      prefix: '/shops/tillkit',
      base: 'https://pay.example/shops/tillkit/merchant/v1',
      basePath: '/shops/tillkit/merchant/v1',
      wallet: 'https://pay.example/shops/tillkit',
    });
    expect(serviceAddresses('http://[::1]:4600', '/merchant/v1')).toMatchObject({
      prefix: '',
      basePath: '/merchant/v1',
    });
    expect(rootOfBase('https://pay.example/tillkit/merchant/v1')).toBe(
      'https://pay.example/tillkit',
    );
    expect(rootOfBase('https://pay.example/api/v2')).toBe('https://pay.example');
  });

  it.each([
    ['/tillkit/w/', '/w/'],
    ['/tillkit', '/'],
    ['/tillkit?a=/b', '/?a=/b'],
    ['/tillkit/tillkit/', '/tillkit/'],
    ['/tillkits/w/', '/tillkits/w/'],
    ['/w/', '/w/'],
  ])('map the request path %s without the prefix to %s', (path, rest) => {
    expect(withoutPrefix(path, '/tillkit')).toBe(rest);
    expect(withoutPrefix(path, '')).toBe(path);
  });
});

describe('the folder for application data', () => {
  it('follows the rules of each operating system', () => {
    expect(appDataDirectory('linux', { XDG_DATA_HOME: '/x' })).toBe('/x/tillkit');
    // An empty name, or one from wherever the command was typed, counts as none.
    for (const XDG_DATA_HOME of [undefined, '', 'data']) {
      expect(appDataDirectory('linux', { XDG_DATA_HOME })).toMatch(/\/\.local\/share\/tillkit$/);
    }
    expect(appDataDirectory('darwin', {})).toMatch(/Application Support\/tillkit$/);
    expect(appDataDirectory('win32', { APPDATA: 'C:' })).toMatch(/^C:.tillkit$/);
  });
});

describe('closing', () => {
  it('closes in reverse order, continues after failures, and throws the first failure', async () => {
    const closing = new Closing();
    const done: string[] = [];
    closing.add(() => void done.push('first'));
    closing.add(() => Promise.reject(new Error('second')));
    closing.add(async () => void done.push('third'));
    await expect(closing.close()).rejects.toThrow('second');
    expect(done).toEqual(['third', 'first']);
    await closing.close();
    expect(done).toHaveLength(2);
  });
});
