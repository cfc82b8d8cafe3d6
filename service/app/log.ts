import {
  type DestinationStream,
  destination,
  type Logger,
  pino,
  stdSerializers,
  stdTimeFunctions,
} from 'pino';

/** Where the log goes: a stream, the process's standard error, or nowhere. */
export type LogTarget = DestinationStream | 'stderr' | 'silent';

/** Members that may carry a secret, wherever they stand in what is logged. */
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
 * The service's structured log. Standard output belongs to the ready line, so the default is
 * standard error.
 */
export function createLog(target: LogTarget, level = 'info'): Logger {
  if (target === 'silent') return pino({ level: 'silent' });
  const paths = SECRET_MEMBERS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    // Without this an error's message and place, which are not enumerable, would be left out.
    serializers: { error: stdSerializers.err },
    redact: { paths, censor: '[hidden]' },
  };
  return pino(options, target === 'stderr' ? destination({ dest: 2, sync: true }) : target);
}
