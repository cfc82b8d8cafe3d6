import { readFileSync } from 'node:fs';
import { connect, isIP, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { Logger } from 'pino';
import { isLoopback } from '../../shared/node/http/client-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { isMailbox } from '../../shared/protocol/mailbox.ts';
import { MINUTE } from '../../shared/time/clock.ts';
import type { Mail, MailResult, MailTransport } from '../receipts/mail.ts';
import type { MailOptions } from './options.ts';

type Server = { readonly host: string; readonly port: number; readonly tls: boolean };

/** The host and the port of a mail server's address, or null for another text. */
function serverOf(text: string): Server | null {
  const url = URL.parse(text);
  const tls = url?.protocol === 'smtps:';
  if (url === null || (url.protocol !== 'smtp:' && !tls) || url.hostname === '') return null;
  const { username, password, pathname, search, hash } = url;
  if (username || password || search || hash || (pathname !== '' && pathname !== '/')) return null;
  const port = url.port === '' ? (tls ? 465 : 587) : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, tls };
}

/** How the service connects: with TLS, or not at all, except to a server on this machine. */
function connectionTo({ host, port, tls }: Server) {
  const here = host === 'localhost' || isLoopback(host);
  return { host, port, secure: tls, requireTLS: !here, ignoreTLS: here && !tls };
}

/** The problems of the options for e-mail, as sentences. */
export function mailOptionProblems({ server, from, login }: MailOptions): readonly string[] {
  const read = login === undefined ? null : passwordOf(login.passwordFile);
  return [
    ...(serverOf(server) === null
      ? ['--mail-server must be smtps://HOST or smtp://HOST:PORT, without a name or a password.']
      : []),
    ...(isMailbox(from)
      ? []
      : ['--mail-from must be an e-mail address such as receipts@shop.example.']),
    ...(read !== null && 'problem' in read ? [`--mail-password-file: ${read.problem}.`] : []),
  ];
}

function passwordOf(file: string): { readonly password: string } | { readonly problem: string } {
  try {
    const password = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return password === '' ? { problem: `the file ${file} is empty` } : { password };
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    return { problem: `the file ${file} cannot be read: ${reason}` };
  }
}

/**
 * The way to the operator's mail server, null if none is set up; its library is loaded only then. TLS is a condition of
 * every connection that leaves this machine (D-363); `trusted` replaces the issuers of certificates that Node.js trusts.
 * Rejects with a sentence for each wrong option.
 */
export async function openMail(
  options: MailOptions | null,
  log: Logger,
  trusted: { readonly ca?: string } = {},
): Promise<MailTransport | null> {
  if (options === null) return null;
  const problems = mailOptionProblems(options);
  const server = serverOf(options.server);
  const { from, login } = options;
  const read = login === undefined ? null : passwordOf(login.passwordFile);
  if (server === null || problems.length > 0 || (read !== null && 'problem' in read)) {
    throw new Error(problems.join('\n'));
  }
  const [{ default: SmtpConnection }, { default: MailComposer }] = await Promise.all([
    import('nodemailer/lib/smtp-connection/index.js'),
    import('nodemailer/lib/mail-composer/index.js'),
  ]);
  log.info({ host: server.host, port: server.port }, 'receipts are sent by e-mail');
  const credentials =
    login === undefined || read === null ? null : { user: login.user, pass: read.password };
  return {
    send: (mail, { cut, handed }) =>
      new Promise((resolve) => {
        let isHanded = false;
        const message = new MailComposer(messageOf(mail, from)).compile();
        // The connection begins to read when the server has asked for the e-mail. Only its last line follows the end,
        // and without that no server takes it.
        const content = async function* () {
          for await (const piece of message.createReadStream()) yield piece;
          isHanded = true;
          handed();
        };
        const socket = socketTo(server, trusted);
        const connection = new SmtpConnection({
          ...connectionTo(server),
          connection: socket,
          secured: server.tls,
          tls: trusted,
          // The caller ends an attempt that takes too long.
          greetingTimeout: ATTEMPT_MAX,
          socketTimeout: ATTEMPT_MAX,
        });
        const end = (result: MailResult) => {
          resolve(result);
          cut.removeEventListener('abort', stop);
          connection.close();
          socket.destroySoon();
        };
        const fail = (error: unknown) => end(resultOf(error, isHanded));
        const stop = () => {
          socket.destroy();
          fail(new Error('The attempt was ended.'));
        };
        cut.addEventListener('abort', stop, { once: true });
        socket.once('error', fail);
        connection.once('error', fail);
        connection.once('end', () => fail(new Error('The mail server closed the connection.')));
        const send = () => {
          const envelope = { from, to: [mail.to] };
          connection.send(envelope, Readable.from(content()), (error) =>
            error === null ? end({ kind: 'sent' }) : fail(error),
          );
        };
        socket.once(server.tls ? 'secureConnect' : 'connect', () =>
          connection.connect(() => {
            if (credentials === null) return send();
            connection.login({ credentials }, (error) => (error ? fail(error) : send()));
          }),
        );
      }),
  };
}

/** Longer than any attempt. */
const ATTEMPT_MAX = LIMITS.emailTimeout + LIMITS.emailReplyTimeout + MINUTE;

/** A connection of this attempt alone, which ends with it. */
function socketTo({ host, port, tls }: Server, trusted: { readonly ca?: string }): Socket {
  if (!tls) return connect({ host, port });
  return connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}), ...trusted });
}

function messageOf({ id, to, sender, language, subject, text, html }: Mail, from: string) {
  return {
    // Addresses as values: nothing in them is read as a second recipient.
    from: { name: sender, address: from },
    to: { name: '', address: to },
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    subject,
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * What an error of the mail server means. A reply may quote the address, so of replies only the codes leave this
 * function; the machine's own words about a connection have none. A server that refuses the sender or the login is the
 * operator's to repair, and other attempts follow. Without a reply to a whole e-mail nobody knows whether it was taken.
 */
function resultOf(error: unknown, isHanded: boolean): MailResult {
  const { code, status, command, words } = readError(error);
  const problem = [
    `${code}${status === 0 ? '' : ` ${status}`}`,
    command === '' ? '' : ` after ${command}`,
    words === '' ? '' : `: ${words}`,
  ].join('');
  if (isHanded && status === 0) return { kind: 'unknown', problem };
  const ofThisMail = command === 'RCPT TO' || command === 'DATA';
  if (!ofThisMail || status === 0) return { kind: 'down', problem };
  return { kind: status >= 500 ? 'refused' : 'failed', problem };
}

/** Before the first command of an e-mail nothing of it can be in the words. */
const WHILE_CONNECTING = ['CONN', 'STARTTLS'];

function readError(error: unknown) {
  const of = (name: string): unknown =>
    error instanceof Error && name in error ? Reflect.get(error, name) : undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const status = of('responseCode');
  const command = text(of('command'));
  const code = text(of('code'));
  const ofMachine = command === '' && code !== '';
  const isOwn = (ofMachine || WHILE_CONNECTING.includes(command)) && of('response') === undefined;
  return {
    code: code || 'the mail server failed',
    status: typeof status === 'number' ? status : 0,
    command,
    words: isOwn ? text(of('message')) : '',
  };
}
