import { connect, type Socket } from 'node:net';
import { type CancelTimer, type DeviceClock, SECOND } from '../../../shared/time/clock.ts';
import {
  type ControllerWord,
  createLineReader,
  helloLine,
  PROTOCOL_VERSION,
  parseWord,
} from './line-protocol.ts';

export type ConnectionOptions = {
  readonly host: string;
  readonly port: number;
  readonly clock: DeviceClock;
  readonly onWord: (word: ControllerWord) => void;
  /** Called with true after the controller's greeting, with false when the connection is lost. */
  readonly onLink: (up: boolean) => void;
  /** Writes a line for the operator. */
  readonly report: (sentence: string) => void;
};

/** A connection to a vending controller that reconnects. */
export type ControllerConnection = {
  /** False without a connection; then nothing was sent. */
  readonly say: (line: string) => boolean;
  readonly close: () => void;
};

/**
 * Deadline of the greeting, time between two pings, and how many pings may get no message. Pings are
 * counted, because the time of day can be changed.
 */
const GREETING = 3 * SECOND;
const PING_EVERY = 5 * SECOND;
const UNHEARD_MAX = 2;
/** First and longest delay before the next connection. */
const RETRY_FIRST = SECOND / 2;
const RETRY_MOST = 10 * SECOND;

/** Keeps a connection open until closed; a silent or invalid controller is disconnected. */
export function holdConnection(options: ConnectionOptions): ControllerConnection {
  const { clock } = options;
  let current: Connection | null = null;
  let timer: CancelTimer = () => undefined;
  let fails = 0;
  let closed = false;

  function open(): void {
    current = openConnection(options, () => {
      fails = 0;
    });
    void current.ended.then(() => {
      current = null;
      if (closed) return;
      timer = clock.after(Math.min(RETRY_MOST, RETRY_FIRST * 2 ** Math.min(fails, 10)), open);
      fails += 1;
    });
  }

  open();
  return {
    say: (line) => current?.say(line) === true,
    close: () => {
      closed = true;
      timer();
      current?.end('the till stops');
    },
  };
}

type Connection = {
  readonly say: (line: string) => boolean;
  readonly end: (why: string) => void;
  readonly ended: Promise<void>;
};

function openConnection(options: ConnectionOptions, onGreeted: () => void): Connection {
  const { host, port, clock, report } = options;
  const socket = connect({ host, port, noDelay: true });
  let state: 'greeting' | 'up' | 'over' = 'greeting';
  let unheard = 0;
  let timer = clock.after(GREETING, () => end('it sent no greeting'));

  function write(line: string): void {
    socket.write(`${line}\n`);
  }

  function end(why: string): void {
    if (state === 'over') return;
    const wasUp = state === 'up';
    state = 'over';
    timer();
    socket.destroy();
    if (wasUp) options.onLink(false);
    if (wasUp) report(`The vending controller is disconnected: ${why}.`);
  }

  function ping(): void {
    if (unheard >= UNHEARD_MAX) end('it is silent');
    else {
      unheard += 1;
      write('PING');
      timer = clock.after(PING_EVERY, ping);
    }
  }

  function greeted(word: ControllerWord): void {
    if (word.kind !== 'hello') {
      end('it sent no greeting');
      return;
    }
    if (word.version !== PROTOCOL_VERSION) {
      report(
        `The vending controller speaks version ${word.version}; this till ${PROTOCOL_VERSION}.`,
      );
      end('it speaks another version');
      return;
    }
    state = 'up';
    timer();
    timer = clock.after(PING_EVERY, ping);
    onGreeted();
    options.onLink(true);
  }

  function take(line: string): void {
    const word = state === 'over' ? null : parseWord(line);
    if (word === null) {
      end('it sent an unknown message');
      return;
    }
    unheard = 0;
    if (state === 'greeting') greeted(word);
    else options.onWord(word);
  }

  listen(socket, take, end, () => write(helloLine()));
  return {
    say: (line) => {
      if (state !== 'up') return false;
      write(line);
      return true;
    },
    end,
    ended: overOf(socket, end),
  };
}

/** Passes on complete lines; an overlong line ends the connection. */
function listen(
  socket: Socket,
  onLine: (line: string) => void,
  end: (why: string) => void,
  onConnect: () => void,
): void {
  const read = createLineReader();
  socket.on('connect', onConnect);
  socket.on('data', (bytes: Buffer) => {
    const lines = read(bytes);
    if (lines === null) end('a line is too long');
    else for (const line of lines) onLine(line);
  });
}

function overOf(socket: Socket, end: (why: string) => void): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => end('the connection broke'));
    socket.on('close', () => {
      end('it closed the connection');
      resolve();
    });
  });
}
