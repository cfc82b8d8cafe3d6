import {
  type DestinationStream,
  destination,
  type Logger,
  pino,
  stdSerializers,
  stdTimeFunctions,
} from 'pino';

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

/**
 * The structured log of the service. Standard output is reserved for the ready line, so the default
 * is standard error.
 */
export function createLog(target: LogTarget, level = 'info'): Logger {
  if (target === 'silent') return pino({ level: 'silent' });
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
  return pino(options, target === 'stderr' ? destination({ dest: 2, sync: true }) : target);
}
