import { describe, expect, it } from 'vitest';
import {
  isConflict,
  isLost,
  isTaken,
  messageOf,
  storeError,
} from '../../../../service/store/postgres/errors.ts';
import { READ_AS, withoutNul } from '../../../../service/store/postgres/values.ts';
import { StoreBusy, StoreUnavailable } from '../../../../service/store/store-errors.ts';

const coded = (code: string) => Object.assign(new Error('of the server'), { code });

describe('an error of the driver', () => {
  it.each([
    ['40001', StoreBusy],
    ['40P01', StoreBusy],
    ['55P03', StoreBusy],
    ['57014', StoreBusy],
    ['57P01', StoreUnavailable],
    ['08006', StoreUnavailable],
    ['53100', StoreUnavailable],
    ['53300', StoreUnavailable],
    ['25006', StoreUnavailable],
    ['ECONNREFUSED', StoreUnavailable],
    ['ECONNRESET', StoreUnavailable],
    ['28P01', StoreUnavailable],
    ['CERT_HAS_EXPIRED', StoreUnavailable],
    ['SELF_SIGNED_CERT_IN_CHAIN', StoreUnavailable],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', StoreUnavailable],
    ['ERR_TLS_CERT_ALTNAME_INVALID', StoreUnavailable],
    ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', StoreUnavailable],
  ])('with code %s is answered with 503', (code, kind) => {
    expect(storeError(coded(code))).toBeInstanceOf(kind);
  });

  it.each([
    ['Connection terminated unexpectedly', StoreUnavailable],
    ['Client has encountered a connection error and is not queryable', StoreUnavailable],
    ['Query read timeout', StoreUnavailable],
    ['The server does not support SSL connections', StoreUnavailable],
    ['There was an error establishing an SSL connection', StoreUnavailable],
    ['Cannot use a pool after calling end on the pool', StoreUnavailable],
    ['timeout exceeded when trying to connect', StoreBusy],
  ])('with message "%s" is answered with 503', (message, kind) => {
    expect(storeError(new Error(message))).toBeInstanceOf(kind);
  });

  it('is reported in one line, without the messages of the cryptographic library', () => {
    const deep = Object.assign(new Error('C0B7:error:0A000412:../deps/x.c:916:\n'), {
      code: 'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
    });
    expect(messageOf(deep)).toBe('the TLS connection failed (ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE)');
    expect(messageOf(new Error('one\ntwo'))).toBe('one');
  });

  it('that shows a defect of the service is returned unchanged', () => {
    for (const error of [coded('42601'), coded('23503'), coded('23505'), new Error('no'), 'text']) {
      expect(storeError(error)).toBe(error);
    }
  });

  it('is classified by its code as a conflict, a lost connection or a taken key', () => {
    expect(['40001', '40P01', '23505', '57P01'].map((code) => isConflict(coded(code)))).toEqual([
      ...[true, true, false, false],
    ]);
    expect(['57P01', 'EPIPE', '23505', '40001'].map((code) => isLost(coded(code)))).toEqual([
      ...[true, true, false, false],
    ]);
    expect(isLost(new Error('timeout exceeded when trying to connect'))).toBe(false);
    expect(isTaken(coded('23505'))).toBe(true);
  });
});

describe('a database value', () => {
  it('that a JavaScript number cannot represent exactly is refused', () => {
    const read = READ_AS.getTypeParser(20);
    expect(read('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => read('9007199254740992')).toThrow(/too large/);
  });

  it('keeps every character except NUL, which is replaced', () => {
    expect(withoutNul('a\0b\0')).toBe('a\ufffdb\ufffd');
    expect(withoutNul('as it is')).toBe('as it is');
  });
});
