import {
  type DestinationStream,
  destination,
  type LogFn,
  type Logger,
  pino,
  stdSerializers,
  stdTimeFunctions,
} from 'pino';
import type { EndedRequest } from '../../shared/node/http/request-note.ts';
import type { Outage } from './outage.ts';

/** Target of the log: a stream, the standard error of the process, or none. */
export type LogTarget = DestinationStream | 'stderr' | 'silent';

/** Members that may carry a secret, at any depth of a log entry. */
const SECRET_MEMBERS = [
  'authorization',
  'secret',
  'secretHash',
  'private_key_pem',
  'privateKey',
  'cookie',
  'token',
  'code',
];

/** The structured log of a service. */
export type ServiceLog = {
  readonly log: Logger;
  /** The same log without the rule for outages, for the lines of an outage itself. */
  readonly outageLog: Logger;
  /** Writes the line of a request that has ended; lines of one turn of the event loop go together. */
  readonly onRequest: (ended: EndedRequest) => void;
};

/**
 * Opens the structured log of the service. Standard output is reserved for the ready line, so the
 * default is standard error. A line whose error is a part of an outage is counted there and not written,
 * wherever in the service it comes from.
 */
export function openLog(target: LogTarget, level = 'info', outage?: Outage): ServiceLog {
  if (target === 'silent') {
    const log = pino({ level: 'silent' });
    return { log, outageLog: log, onRequest: () => {} };
  }
  const stream = target === 'stderr' ? destination({ dest: 2, sync: true }) : target;
  const paths = SECRET_MEMBERS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    // Without this the message and the stack of an error, which are not enumerable, would be
    // missing.
    serializers: { error: stdSerializers.err },
    redact: { paths, censor: '[hidden]' },
  };
  const outageLog = pino(options, stream);
  const hooks = {
    logMethod(this: Logger, args: Parameters<LogFn>, write: LogFn) {
      if (outage?.refused(errorIn(args[0])) !== true) write.apply(this, args);
    },
  };
  const log = outage === undefined ? outageLog : pino({ ...options, hooks }, stream);
  return { log, outageLog, onRequest: requestLines(stream) };
}

/** The error of a line of the log: `log.error({ error }, message)`. */
function errorIn(details: unknown): unknown {
  return typeof details === 'object' && details !== null && 'error' in details
    ? details.error
    : null;
}

/** The log without lines for requests. */
export const createLog = (target: LogTarget, level?: string): Logger => openLog(target, level).log;

/** pino's number of the level `info`. */
const INFO = 30;

/**
 * One line for each request. A line has the route instead of the address, because addresses contain
 * ids, tokens and telephone numbers.
 */
function requestLines(stream: DestinationStream): (ended: EndedRequest) => void {
  const msg = 'request';
  let lines = '';
  const flush = () => {
    stream.write(lines);
    lines = '';
  };
  return ({ requestId, method, route, status, duration, merchantId, traceId }) => {
    if (lines === '') setImmediate(flush);
    const time = new Date(performance.timeOrigin + performance.now()).toISOString();
    const ms = Math.round(duration * 10) / 10;
    const line = {
      level: INFO,
      time,
      requestId,
      method,
      route,
      status,
      ms,
      merchantId,
      traceId,
      msg,
    };
    lines += `${JSON.stringify(line)}\n`;
  };
}
