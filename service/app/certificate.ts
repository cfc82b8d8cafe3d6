import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import type { Certificate } from '../../shared/node/http/listener.ts';
import { type Clock, DAY } from '../../shared/time/clock.ts';

/** Files, PEM: the certificate with its chain, and its private key without a passphrase. */
export type TlsFiles = { readonly certificate: string; readonly key: string };

/** Certificates are usually renewed a month before they expire; the log warns later than that. */
const WARN_BEFORE = 14 * DAY;

/**
 * Reads a certificate and its key.
 * @throws Error with a sentence that names the file and says what to do.
 */
export function readCertificate(files: TlsFiles): Certificate {
  const { problems, cert = '', key = '' } = readFiles(files);
  if (problems.length > 0) throw new Error(problems.join(' '));
  return { cert, key };
}

/** The problems of these files, a sentence each. */
export const certificateProblems = (files: TlsFiles): readonly string[] =>
  readFiles(files).problems;

function readFiles(files: TlsFiles) {
  const cert = read(files.certificate, '--tls-cert');
  const key = read(files.key, '--tls-key');
  const problems = [cert, key].flatMap(({ problem = [] }) => problem);
  const certificate = cert.text === undefined ? null : firstOf(cert.text);
  if (cert.text !== undefined && certificate === null) {
    problems.push(`${files.certificate} has no certificate; --tls-cert takes a PEM file.`);
  }
  const privateKey = key.text === undefined ? null : keyOf(key.text);
  if (key.text !== undefined && privateKey === null) {
    problems.push(`${files.key} has no private key; --tls-key takes PEM without a passphrase.`);
  }
  if (certificate && privateKey && !certificate.checkPrivateKey(privateKey)) {
    problems.push(`The key ${files.key} is not that of the certificate ${files.certificate}.`);
  }
  return { problems, cert: cert.text, key: key.text };
}

type Surroundings = {
  readonly log: Logger;
  readonly wall: Clock;
  readonly publicOrigin: string | null;
};

/**
 * Reads the certificate of a service and logs what clients would refuse. `reload` reads the files again;
 * if they cannot be used, the log says why, and nothing is replaced.
 */
export function openTls({ tls }: { readonly tls?: TlsFiles }, surroundings: Surroundings) {
  const certificate = tls === undefined ? null : readCertificate(tls);
  if (certificate !== null) warnOfCertificate(certificate, surroundings);
  const { log } = surroundings;
  return {
    certificate,
    reload(replace: (next: Certificate) => void): void {
      if (tls === undefined) {
        log.info('there is no certificate to read again');
        return;
      }
      try {
        const next = readCertificate(tls);
        replace(next);
        log.info('the certificate was read again');
        warnOfCertificate(next, surroundings);
      } catch (error) {
        log.error({ error }, 'the certificate was not replaced');
      }
    },
  };
}

/** Warns when clients refuse the certificate now or soon, or do not find the public host in it. */
export function warnOfCertificate(
  { cert }: Certificate,
  { log, wall, publicOrigin }: Surroundings,
): void {
  const certificate = firstOf(cert);
  if (certificate === null) return;
  const expires = { expires: certificate.validToDate.toISOString() };
  const left = certificate.validToDate.getTime() - wall.now();
  if (left <= 0) log.warn(expires, 'the certificate has expired; clients refuse it');
  else if (left < WARN_BEFORE) log.warn(expires, 'the certificate expires soon; renew it');
  if (publicOrigin === null) return;
  const host = new URL(publicOrigin).hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  if (found === undefined) {
    log.warn({ host }, 'the certificate is not for the host of the public origin');
  }
}

function read(file: string, option: string): { readonly text?: string; readonly problem?: string } {
  try {
    return { text: readFileSync(file, 'utf8') };
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    return { problem: `The file ${file} of ${option} cannot be read: ${reason}.` };
  }
}

function firstOf(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

function keyOf(pem: string) {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}
