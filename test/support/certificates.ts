import { generateKeyPairSync, sign } from 'node:crypto';

/*
 * X.509 certificates for tests, written directly in DER, so that https can be tested on every machine
 * without a tool and without a file that expires.
 */

function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), body]);
  const bytes = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), body]);
}

const sequence = (...parts: readonly Buffer[]) => tlv(0x30, ...parts);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
const NULL = Buffer.from([5, 0]);
const SHA256_WITH_RSA = sequence(oid('2a864886f70d01010b'), NULL);

const nameOf = (name: string) =>
  sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(name)))));

/** A time in the form that certificates use until 2049. */
const utcTime = (at: number) => {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14);
  return tlv(0x17, Buffer.from(`${digits}Z`));
};

const extension = (id: string, critical: boolean, value: Buffer) =>
  sequence(oid(id), ...(critical ? [tlv(0x01, Buffer.from([0xff]))] : []), tlv(0x04, value));

export type Certificate = { readonly cert: string; readonly key: string; readonly name: string };

const DAY = 86_400_000;
/** Certificates are valid at any date that a process of a test may have. */
const FIRST = Date.UTC(2020, 0, 1);
const LAST = Date.UTC(2049, 11, 31);
let serial = 0;

/** A certificate for `name`: self-signed without `issuer`, otherwise a server's with these hosts. */
function certify(
  name: string,
  hosts: readonly string[],
  issuer: Certificate | null,
  days?: number,
): Certificate {
  serial += 1;
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const isCa = issuer === null;
  const constraints = sequence(...(isCa ? [tlv(0x01, Buffer.from([0xff]))] : []));
  const names = hosts.map((host) =>
    /^[\d.]+$/.test(host)
      ? tlv(0x87, Buffer.from(host.split('.').map(Number)))
      : tlv(0x82, Buffer.from(host)),
  );
  const extensions = [
    extension('551d13', true, constraints),
    ...(names.length > 0 ? [extension('551d11', false, sequence(...names))] : []),
  ];
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1, serial])),
    SHA256_WITH_RSA,
    nameOf(issuer?.name ?? name),
    sequence(utcTime(FIRST), utcTime(days === undefined ? LAST : Date.now() + days * DAY)),
    nameOf(name),
    spki,
    tlv(0xa3, sequence(...extensions)),
  );
  const signature = sign('RSA-SHA256', body, issuer?.key ?? key);
  const whole = sequence(body, SHA256_WITH_RSA, tlv(0x03, Buffer.from([0]), signature));
  const lines = whole
    .toString('base64')
    .replaceAll(/(.{64})/g, '$1\n')
    .trimEnd();
  return { cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, key, name };
}

/** An issuer that no client trusts unless a test says so. */
export const createIssuer = (name: string): Certificate => certify(name, [], null);

/** A server's certificate for these host names and IPv4 addresses; with `days` it expires in as many. */
export const issue = (issuer: Certificate, hosts: readonly string[], days?: number): Certificate =>
  certify(hosts[0] ?? 'server', hosts, issuer, days);
