import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { certificateProblems, warnOfCertificate } from '../../../service/app/certificate.ts';
import { parseCli } from '../../../service/app/cli-options.ts';
import { openLog } from '../../../service/app/log.ts';
import { createListener } from '../../../shared/node/http/listener.ts';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { type Certificate, createIssuer, issue } from '../../support/certificates.ts';
import { LAST_RESORT, until } from '../../support/last-resort.ts';
import { openMany } from '../../support/raw-socket.ts';
import { giveKeys } from '../../support/seeded-data.ts';
import { startTestService } from '../../support/service.ts';
import { secretHeaders, send, signedHeaders } from '../../support/wire.ts';

/* The service ends TLS itself, with files that the operator replaces while it runs. */

const folder = mkdtempSync(join(tmpdir(), 'tillkit-tls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const issuer = createIssuer('Tillkit test issuer');
const HOSTS = ['localhost', '127.0.0.1'];
let written = 0;

/** Writes a certificate and its key to files of their own. */
function files({ cert, key }: Certificate) {
  written += 1;
  const made = {
    certificate: join(folder, `${written}-cert.pem`),
    key: join(folder, `${written}-key.pem`),
  };
  writeFileSync(made.certificate, cert);
  writeFileSync(made.key, key);
  return made;
}

/** The serial number of the certificate that a new connection gets. */
async function serialAt(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', ca: issuer.cert });
  await once(socket, 'secureConnect');
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}

describe('a service with a certificate', () => {
  it('authenticates signed requests and opens event sockets over TLS', async () => {
    const service = await startTestService({ tls: files(issue(issuer, HOSTS)) });
    onTestFinished(() => service.stop());
    const { base_url: base, users } = service.ready;
    expect(base).toMatch(/^https:/);
    const admin = service.users.admin;
    const url = `${base}/pos/none/`;
    const at = service.service.simulator.now();
    const { merchant, id: user, privateKey } = admin;
    if (privateKey === null) throw new Error('the user has no key');
    const headers = signedHeaders({ merchant, user, privateKey, url, method: 'GET', at });
    expect((await send(url, { headers, ca: issuer.cert })).status).toBe(404);
    expect((await send(url, { ca: issuer.cert })).status).toBe(401);
    const { pos } = service.users;
    const socket = new WebSocket(`${base.replace('https:', 'wss:')}/event/`, 'svc.events.v1', {
      ca: issuer.cert,
      headers: secretHeaders(pos.merchant, pos.id, pos.secret),
    });
    await once(socket, 'open');
    socket.close();
    await once(socket, 'close');
    expect(users.length).toBeGreaterThan(0);
  });

  it('reads new files on SIGHUP, and keeps the old pair when the new one cannot be used', async () => {
    const own = files(issue(issuer, HOSTS));
    const data = mkdtempSync(join(folder, 'data-'));
    await giveKeys(data);
    const cli = fileURLToPath(new URL('../../../service/app/cli.ts', import.meta.url));
    const args = ['--data', data, '--port', '0', '--ready-json'];
    const tls = ['--tls-cert', own.certificate, '--tls-key', own.key];
    const child = spawn(process.execPath, [cli, ...args, ...tls]);
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await once(child, 'close');
    });
    let out = '';
    let log = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    await until(
      () => out,
      (text) => text.includes('\n'),
    );
    const port = Number(new URL(JSON.parse(out).base_url).port);
    const first = await serialAt(port);

    const next = issue(issuer, HOSTS);
    writeFileSync(own.certificate, next.cert);
    child.kill('SIGHUP');
    await until(
      () => log,
      (text) => text.includes('the certificate was not replaced'),
    );
    expect(await serialAt(port)).toBe(first);

    writeFileSync(own.key, next.key);
    child.kill('SIGHUP');
    await until(
      () => log,
      (text) => text.includes('the certificate was read again'),
    );
    expect(await serialAt(port)).not.toBe(first);
  });
});

describe('the options of the certificate', () => {
  const pair = files(issue(issuer, HOSTS));
  const other = files(issue(issuer, HOSTS));
  const read = (...args: string[]) => {
    const request = parseCli(args, { defaultData: '/data', production: false });
    return request.ok ? request.value : request.refusal.description;
  };
  const both = (certificate: string, key: string) =>
    read('--tls-cert', certificate, '--tls-key', key);

  it('are accepted only together', () => {
    expect(both(pair.certificate, pair.key)).toMatchObject({ options: { tls: pair } });
    expect(read('--tls-cert', pair.certificate)).toContain('need each other');
    expect(read('--tls-key', pair.key)).toContain('need each other');
  });

  it('are refused with the name of the file that cannot be used', () => {
    const missing = join(folder, 'missing.pem');
    expect(both(missing, pair.key)).toContain(`${missing} of --tls-cert cannot be read: ENOENT`);
    expect(both(pair.certificate, folder)).toContain('of --tls-key cannot be read: EISDIR');
    expect(both(pair.key, pair.key)).toContain('has no certificate');
    expect(both(pair.certificate, pair.certificate)).toContain('has no private key');
    expect(both(pair.certificate, other.key)).toContain('is not that of the certificate');
    expect(certificateProblems(pair)).toEqual([]);
  });

  it('are refused with a sentence for each file and for the public origin', () => {
    const origin = ['--public-origin', 'http://pay.example'];
    const said = read('--tls-cert', pair.key, '--tls-key', folder, ...origin);
    expect(String(said).split('\n')).toEqual([
      expect.stringContaining('begin with https:'),
      expect.stringContaining('of --tls-key cannot be read: EISDIR'),
      expect.stringContaining('has no certificate'),
    ]);
  });

  it('need a public origin that begins with https', () => {
    const tls = ['--tls-cert', pair.certificate, '--tls-key', pair.key];
    expect(read(...tls, '--public-origin', 'http://pay.example')).toContain('begin with https:');
  });
});

describe('the log', () => {
  it.each([
    ['https://localhost', -1, 'the certificate has expired'],
    ['https://localhost', 1, 'the certificate expires soon'],
    ['https://pay.example', 90, 'not for the host of the public origin'],
    ['https://127.0.0.1:4600', 90, ''],
    ['https://[::1]:4600', 90, 'not for the host of the public origin'],
    [null, 90, ''],
  ])('has the due warning for %s, %i days before the expiry', (publicOrigin, days, words) => {
    const lines: string[] = [];
    const { log } = openLog({ write: (line) => void lines.push(line) });
    const wall = createSystemClock();
    warnOfCertificate(issue(issuer, HOSTS, days), { log, wall, publicOrigin });
    expect(lines.join('')).toContain(words);
    expect(lines).toHaveLength(words === '' ? 0 : 1);
  });
});

describe('more connections than the maximum, over TLS', () => {
  it('closes those without a handshake, and never one with a request in progress', async () => {
    const long = { headersTimeout: LAST_RESORT, requestTimeout: LAST_RESORT };
    const bounds = { ...LIMITS, ...long, connectionsMax: 4 };
    const finish: (() => void)[] = [];
    const listener = createListener(
      (request, response) => {
        if (request.url === '/slow') finish.push(() => response.end('done'));
        else response.end('quick');
      },
      createSystemClock(),
      { bounds, certificate: issue(issuer, HOSTS) },
    );
    const port = await listener.listen('127.0.0.1', 0);
    onTestFinished(() => listener.stop(0));
    const url = `https://127.0.0.1:${port}`;
    const { cert: ca } = issuer;
    const slow = Promise.all([1, 2].map(() => send(`${url}/slow`, { ca })));
    await until(
      () => finish.length,
      (count) => count === 2,
    );
    const silent = await openMany(port, 2);
    for (let count = 0; count < 4; count += 1) {
      expect((await send(url, { ca })).text).toBe('quick');
    }
    await until(() => silent.some((one) => one.isClosed()), Boolean);
    for (const run of finish) run();
    expect((await slow).map(({ text }) => text)).toEqual(['done', 'done']);
    for (const { socket } of silent) socket.destroy();
  });
});
