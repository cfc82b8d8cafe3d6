import { createServer, type Socket } from 'node:net';

/** What a controller in a test does with an order. */
export type Behaviour = (order: {
  readonly vend: string;
  readonly item: string;
  readonly most: number;
  /** Closes the connection without an answer. */
  readonly hangUp: () => void;
}) => string | null;

/**
 * A vending controller over real TCP, as docs/guides/vending.md describes one: it remembers every order,
 * delivers once for each, and closes an order that it is asked about before it got it.
 */
export async function startController(version = 1) {
  const outcomes = new Map<string, string>();
  const delivered: string[] = [];
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  let behave: Behaviour = ({ vend }) => `OK ${vend}`;
  let mute = false;

  /** The answer to a line; null if there is none. */
  function answerTo(line: string, socket: Socket): string | null {
    const [word, vend = '', item = '', most = ''] = line.split(' ');
    if (word === 'HELLO') return `HELLO ${version} test`;
    if (word === 'PING') return 'PONG';
    const before = outcomes.get(vend);
    if (word === 'ASK') {
      if (before === undefined) outcomes.set(vend, `FAIL ${vend} never heard of it`);
      return outcomes.get(vend) ?? null;
    }
    if (word !== 'VEND' || before !== undefined) return before ?? null;
    outcomes.set(vend, `BUSY ${vend}`);
    const answer = behave({
      vend,
      item,
      most: Number(most),
      hangUp: () => socket.destroy(),
    });
    if (answer === null) return null;
    outcomes.set(vend, answer);
    if (/^(OK|PART)/.test(answer)) delivered.push(vend);
    return answer;
  }

  function take(line: string, socket: Socket): void {
    heard.push(line);
    const answer = mute ? null : answerTo(line, socket);
    if (answer !== null) socket.write(`${answer}\n`);
  }

  const server = createServer((socket) => {
    let rest = '';
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line, socket);
    });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    delivered,
    heard,
    behave: (next: Behaviour) => {
      behave = next;
    },
    /** Its answer when it is asked about an order later. */
    remember: (vend: string, answer: string) => {
      outcomes.set(vend, answer);
      if (/^(OK|PART)/.test(answer)) delivered.push(vend);
    },
    mute: (now: boolean) => {
      mute = now;
    },
    say: (line: string) => {
      for (const socket of sockets) socket.write(`${line}\n`);
    },
    hangUp,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        hangUp();
      }),
  };
}
