import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, assert, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openMail } from '../../../service/app/open-mail.ts';
import type { Mail } from '../../../service/receipts/mail.ts';
import { createIssuer, issue } from '../../support/certificates.ts';
import { startMailServer } from '../../support/mail-server.ts';

/** An address of this machine that does not say so, as that of a server somewhere else. */
const ELSEWHERE = '0.0.0.0';
const FROM = 'receipts@shop.example';
const ADDRESS = 'kari@home.example';
const ISSUER = createIssuer('Test issuer');
const { cert: ca } = ISSUER;
const CERTIFICATE = issue(ISSUER, [ELSEWHERE]);
const OF_ANOTHER_HOST = issue(ISSUER, ['other.example']);
const MAIL: Mail = {
  ...{ id: 'e1', to: ADDRESS, sender: 'Kafé', language: 'nb', subject: 'Kvittering' },
  ...{ text: 'Kaffe  42,00\n', html: '<p>Kaffe</p>' },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-mail-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function passwordFile(text: string): string {
  const file = join(folder, 'password');
  writeFileSync(file, text);
  return file;
}

async function serverWith(tls: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(tls);
  onTestFinished(() => server.stop());
  return server;
}

type Way = Omit<Parameters<typeof openMail>[0] & object, 'from'>;

/** What became of one e-mail. */
async function sent(way: Way, trusted: { readonly ca?: string } = { ca }) {
  const transport = await openMail({ ...way, from: FROM }, pino({ level: 'silent' }), trusted);
  const cut = new AbortController();
  return transport?.send(MAIL, { cut: cut.signal, handed: () => undefined });
}

describe('a mail server on another machine', () => {
  it('gets e-mails after STARTTLS, and the login only then', async () => {
    const server = await serverWith({ starttls: CERTIFICATE });
    const login = { user: 'shop', passwordFile: passwordFile('secret words\n') };
    const way = { server: `smtp://${ELSEWHERE}:${server.port}`, login };
    expect(await sent(way)).toEqual({ kind: 'sent' });
    expect(server.logins).toEqual(['\0shop\0secret words']);
    expect(server.mails).toMatchObject([{ from: FROM, to: [ADDRESS], encrypted: true }]);
  });

  it('gets e-mails by smtps', async () => {
    const server = await serverWith({ implicit: CERTIFICATE });
    expect(await sent({ server: `smtps://${ELSEWHERE}:${server.port}` })).toEqual({ kind: 'sent' });
    expect(server.mails).toMatchObject([{ to: [ADDRESS], encrypted: true }]);
  });

  it('gets nothing without TLS: neither the address nor the password', async () => {
    const server = await serverWith();
    const login = { user: 'shop', passwordFile: passwordFile('secret words') };
    const way = { server: `smtp://${ELSEWHERE}:${server.port}`, login };
    expect(await sent(way)).toMatchObject({
      kind: 'down',
      problem: expect.stringMatching(/TLS/),
    });
    expect([server.logins, server.mails]).toEqual([[], []]);
  });

  it.each([
    ['that nobody trusted has signed', CERTIFICATE, {}, /certificate/i],
    ['of another host', OF_ANOTHER_HOST, { ca }, /altnames|other\.example/],
  ] as const)(
    'gets nothing with a certificate %s, and the problem says it',
    async (_, certificate, trusted, problem) => {
      const [implicit, starttls] = [
        await serverWith({ implicit: certificate }),
        await serverWith({ starttls: certificate }),
      ];
      for (const server of [
        `smtps://${ELSEWHERE}:${implicit.port}`,
        `smtp://${ELSEWHERE}:${starttls.port}`,
      ]) {
        const result = await sent({ server }, trusted);
        expect(result).toMatchObject({ kind: 'down', problem: expect.stringMatching(problem) });
      }
      expect([implicit.mails, starttls.mails]).toEqual([[], []]);
    },
  );
});

it('a refused login is a failure that the operator can repair, without the password in its problem', async () => {
  const server = await serverWith({ implicit: CERTIFICATE });
  server.replies.AUTH = '535 5.7.8 wrong: secret words';
  const login = { user: 'shop', passwordFile: passwordFile('secret words') };
  const result = await sent({ server: `smtps://${ELSEWHERE}:${server.port}`, login });
  expect(result).toEqual({ kind: 'down', problem: 'EAUTH 535 after AUTH PLAIN' });
});

it('a server that is not there is a failure', async () => {
  const server = await serverWith();
  await server.stop();
  const problem = expect.stringContaining('ECONNREFUSED');
  expect(await sent({ server: server.url })).toMatchObject({ kind: 'down', problem });
});

it('an attempt that is cut ends its connection, and is unknown once the server has the whole e-mail', async () => {
  const server = await serverWith();
  server.replies.DATA = '';
  const transport = await openMail({ server: server.url, from: FROM }, pino({ level: 'silent' }));
  const attempt = (reached: () => boolean) => {
    const cutting = new AbortController();
    let isHanded = false;
    const result = transport?.send(MAIL, {
      cut: cutting.signal,
      handed: () => {
        isHanded = true;
      },
    });
    return {
      result,
      cut: () => vi.waitFor(() => (reached() ? cutting.abort() : assert.fail())),
      isHanded: () => isHanded,
    };
  };
  const whole = attempt(() => server.unanswered.length === 1);
  await whole.cut();
  expect(await whole.result).toMatchObject({ kind: 'unknown' });
  expect(whole.isHanded()).toBe(true);
  server.replies.RCPT = '';
  const half = attempt(() => server.dialogues() === 2);
  await half.cut();
  expect(await half.result).toMatchObject({ kind: 'down' });
  expect(half.isHanded()).toBe(false);
  await vi.waitFor(() => expect(server.connections()).toBe(0));
});

it('a connection that ends after the whole e-mail leaves the result unknown, and before it does not', async () => {
  const server = await serverWith();
  server.replies.DATA = 'close';
  expect(await sent({ server: server.url })).toMatchObject({ kind: 'unknown' });
  server.replies.RCPT = 'close';
  expect(await sent({ server: server.url })).toMatchObject({ kind: 'down' });
});

it('wrong options are said before the service starts', async () => {
  const empty = passwordFile('\n');
  const open = (way: Way, from = FROM) => openMail({ ...way, from }, pino({ level: 'silent' }));
  await expect(open({ server: 'mail.example' })).rejects.toThrow('--mail-server');
  await expect(open({ server: 'smtps://me:secret@mail.example' })).rejects.toThrow('--mail-server');
  await expect(open({ server: 'smtps://mail.example' }, 'Shop <a@b.example>')).rejects.toThrow(
    '--mail-from',
  );
  const login = { user: 'shop', passwordFile: empty };
  await expect(open({ server: 'smtps://mail.example', login })).rejects.toThrow('is empty');
});
