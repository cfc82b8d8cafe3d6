import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { isLoopback } from '../../shared/node/http/client-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { isMailbox } from '../../shared/protocol/mailbox.ts';
import type { MailResult, MailTransport } from '../receipts/mail.ts';
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
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...connectionTo(server),
    tls: trusted,
    ...(login === undefined || read === null
      ? {}
      : { auth: { user: login.user, pass: read.password } }),
    connectionTimeout: LIMITS.emailTimeout,
    greetingTimeout: LIMITS.emailTimeout,
    socketTimeout: LIMITS.emailTimeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  log.info({ host: server.host, port: server.port }, 'receipts are sent by e-mail');
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    async send({ id, to, sender, language, subject, text, html }) {
      try {
        await transport.sendMail({
          // Addresses as values: nothing in them is read as a second recipient.
          from: { name: sender, address: from },
          to: { name: '', address: to },
          envelope: { from, to: [to] },
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
          subject,
          text,
          html,
        });
        return { kind: 'sent' };
      } catch (error) {
        return resultOf(error);
      }
    },
  };
}

/**
 * What an error of the mail server means. A reply may quote the address, so of replies only the codes leave this
 * function; the machine's own words about a connection have none. A server that refuses the sender or the login is the
 * operator's to repair, and other attempts follow.
 */
function resultOf(error: unknown): MailResult {
  const { code, status, command, words } = readError(error);
  const problem = [
    `${code}${status === 0 ? '' : ` ${status}`}`,
    command === '' ? '' : ` after ${command}`,
    words === '' ? '' : `: ${words}`,
  ].join('');
  const ofThisMail = command === 'RCPT TO' || command === 'DATA';
  return { kind: ofThisMail && status >= 500 ? 'refused' : 'failed', problem };
}

/** Before the first command of an e-mail nothing of it can be in the words. */
const WHILE_CONNECTING = ['CONN', 'STARTTLS'];

function readError(error: unknown) {
  const of = (name: string): unknown =>
    error instanceof Error && name in error ? Reflect.get(error, name) : undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const status = of('responseCode');
  const command = text(of('command'));
  const isOwn = WHILE_CONNECTING.includes(command) && of('response') === undefined;
  return {
    code: text(of('code')) || 'the mail server failed',
    status: typeof status === 'number' ? status : 0,
    command,
    words: isOwn ? text(of('message')) : '',
  };
}
