import { describe, expect, it } from 'vitest';
import {
  forwardedClient,
  readTrustedProxies,
} from '../../../../shared/node/http/client-address.ts';

const trusted = readTrustedProxies(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32']);
if (trusted === null) throw new Error('these are proxies');
const clientOf = (peer: string, forwardedFor?: string) =>
  forwardedClient(peer, forwardedFor, trusted);

describe('the client behind proxies', () => {
  it('is the peer where the peer is no trusted proxy', () => {
    expect(clientOf('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
    expect(clientOf('127.0.0.2', '198.51.100.1')).toBe('127.0.0.2');
  });

  it('is the address that the trusted proxy has forwarded', () => {
    expect(clientOf('127.0.0.1', '198.51.100.1')).toBe('198.51.100.1');
    for (const mapped of ['::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:FFFF:7f00:1']) {
      expect(clientOf(mapped, '198.51.100.1')).toBe('198.51.100.1');
    }
    expect(clientOf('2001:db8::7', '2001:db9::1')).toBe('2001:db9::1');
  });

  it('is not an address that the client itself has sent', () => {
    expect(clientOf('127.0.0.1', '192.0.2.1, 198.51.100.1')).toBe('198.51.100.1');
    expect(clientOf('127.0.0.1', '10.1.1.1, 198.51.100.1')).toBe('198.51.100.1');
  });

  it('is found behind a chain of trusted proxies', () => {
    expect(clientOf('127.0.0.1', '192.0.2.1, 198.51.100.1, 10.2.2.2')).toBe('198.51.100.1');
    expect(clientOf('127.0.0.1', '10.3.3.3, 10.2.2.2')).toBe('10.3.3.3');
  });

  it('is the last proxy where the header is missing or cannot be read', () => {
    expect(clientOf('127.0.0.1')).toBe('127.0.0.1');
    expect(clientOf('127.0.0.1', '')).toBe('127.0.0.1');
    expect(clientOf('127.0.0.1', 'unknown')).toBe('127.0.0.1');
    expect(clientOf('127.0.0.1', 'x, 10.2.2.2')).toBe('10.2.2.2');
  });

  it('may be written with a port or in brackets', () => {
    expect(clientOf('127.0.0.1', '198.51.100.1:443')).toBe('198.51.100.1');
    expect(clientOf('127.0.0.1', '[2001:db9::1]:443')).toBe('2001:db9::1');
  });

  it('is found in a header of any length', () => {
    const long = Array.from({ length: 5000 }, () => '10.2.2.2').join(',');
    expect(clientOf('127.0.0.1', long)).toBe('10.2.2.2');
  });
});
