import { createServer, type Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls';
import type { Certificate } from './certificates.ts';

/** An e-mail as a mail server gets it. */
export type ReceivedMail = {
  readonly from: string;
  readonly to: readonly string[];
  readonly data: string;
  /** The connection was encrypted. */
  readonly encrypted: boolean;
};

/** Replies of the server in place of 250, by command; an empty one is no reply at all, and `close` ends the connection. */
export type MailReplies = { RCPT?: string; DATA?: string; MAIL?: string; AUTH?: string };

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/**
 * An SMTP server on the loopback address. `implicit`: TLS from the first byte; `starttls`: TLS after the command of this
 * name; otherwise without TLS.
 */
export async function startMailServer(
  tls: { readonly implicit?: Certificate; readonly starttls?: Certificate } = {},
) {
  const mails: ReceivedMail[] = [];
  const unanswered: ReceivedMail[] = [];
  const logins: string[] = [];
  const replies: MailReplies = {};
  let dialogues = 0;
  const sockets = new Set<Socket>();
  /** The connections whose whole e-mail has no reply yet. */
  const waiting = new Set<Socket>();

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  function talk(socket: Socket, isEncrypted: boolean): void {
    let text = '';
    let inData = false;
    let from = '';
    let to: string[] = [];
    const say = (reply: string) => {
      if (reply === 'close') socket.destroy();
      else if (reply !== '') socket.write(`${reply}\r\n`);
    };
    const command = (line: string) => {
      const [, path = ''] = /<(.*)>/.exec(line) ?? [];
      if (/^EHLO/i.test(line)) {
        const offer = tls.starttls !== undefined && !isEncrypted ? '250-STARTTLS\r\n' : '';
        say(`250-mail.example\r\n${offer}250 AUTH PLAIN`);
      } else if (/^STARTTLS/i.test(line)) {
        if (tls.starttls === undefined) return say('502 no such command');
        const { cert, key } = tls.starttls;
        say('220 begin');
        socket.removeAllListeners('data');
        const secureContext = createSecureContext({ cert, key });
        const secure = new TLSSocket(socket, { isServer: true, secureContext });
        keep(secure);
        talk(secure, true);
      } else if (/^AUTH PLAIN /i.test(line)) {
        logins.push(Buffer.from(line.slice(11), 'base64').toString());
        say(replies.AUTH ?? '235 ok');
      } else if (/^MAIL/i.test(line)) {
        from = path;
        to = [];
        say(replies.MAIL ?? '250 ok');
      } else if (/^RCPT/i.test(line)) {
        to.push(path);
        say(replies.RCPT ?? '250 ok');
      } else if (/^DATA/i.test(line)) {
        inData = true;
        say('354 go on');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say('250 ok');
    };
    const read = () => {
      for (;;) {
        const mark = inData ? '\r\n.\r\n' : '\r\n';
        const end = text.indexOf(mark);
        if (end < 0) return;
        const part = text.slice(0, end);
        text = text.slice(end + mark.length);
        if (!inData) {
          command(part);
          continue;
        }
        inData = false;
        const reply = replies.DATA ?? '250 ok';
        const mail = { from, to, data: part, encrypted: isEncrypted };
        if (reply.startsWith('2')) mails.push(mail);
        if (reply === '' || reply === 'close') unanswered.push(mail);
        if (reply === '') waiting.add(socket);
        say(reply);
      }
    };
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      read();
    });
  }

  function begin(socket: Socket, isEncrypted: boolean): void {
    dialogues += 1;
    keep(socket);
    talk(socket, isEncrypted);
    socket.write('220 mail.example\r\n');
  }

  const server =
    tls.implicit === undefined
      ? createServer((socket) => begin(socket, false))
      : createTlsServer({ cert: tls.implicit.cert, key: tls.implicit.key }, (socket) =>
          begin(socket, true),
        );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    /** What came whole and got no reply. A real server has taken it or not, and nobody else knows. */
    unanswered,
    logins,
    replies,
    /** Connections so far; of TLS only those whose handshake succeeded. */
    dialogues: () => dialogues,
    /** Answers the whole e-mails that wait for it. */
    say(reply: string) {
      for (const socket of waiting) socket.write(`${reply}\r\n`);
      waiting.clear();
    },
    /** Connections that are open. */
    connections: () => sockets.size,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
