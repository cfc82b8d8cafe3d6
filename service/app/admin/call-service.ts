import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type Answer, answer, ERRORS, refuse } from '../../../shared/protocol/errors.ts';
import { JSON_TYPE } from '../../../shared/protocol/media.ts';
import { StoreNotOpened, StoreUnavailable } from '../../store/store-errors.ts';
import type { AnyAct } from '../operator/act.ts';
import { inPath } from '../operator/routes.ts';
import { OPERATOR_SOCKET } from '../operator/socket.ts';

const STOPPED = 'The service stopped before it answered; run the command again.';
const OTHER = 'The service has another version; use the command of its version.';

/**
 * Has the service that runs on `directory` do an act; null if none runs there. Throws `StoreNotOpened` when the service
 * belongs to another user, and `StoreUnavailable` when it ends before it has answered.
 */
export async function callService(
  directory: string,
  act: AnyAct,
  input: Readonly<Record<string, unknown>>,
): Promise<Answer<unknown> | null> {
  if (process.platform === 'win32') return null;
  const socketPath = join(directory, OPERATOR_SOCKET);
  const reply = await sent(socketPath, act, input);
  if (reply === null) return null;
  const body = await json(reply).catch(() => {
    throw new StoreUnavailable(STOPPED);
  });
  const { statusCode = 0 } = reply;
  if (statusCode < 300) {
    const read = act.output.safeParse(body);
    return read.success ? answer(read.data) : refuse('Conflict', OTHER);
  }
  const { error_type, error_description, error_details } = Object(body);
  const type = Object.keys(ERRORS).find((one) => one === error_type) as keyof typeof ERRORS;
  return refuse(type ?? 'Conflict', String(error_description ?? OTHER), error_details ?? undefined);
}

/** Sends the request of an act, and answers with the reply; null if nothing listens. */
function sent(
  socketPath: string,
  act: AnyAct,
  input: Readonly<Record<string, unknown>>,
): Promise<IncomingMessage | null> {
  const { method, file } = act;
  const known = inPath(act);
  const path = act.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(input[name])));
  const rest = Object.entries(input).filter(
    ([name, value]) => !known.includes(name) && value !== undefined && value !== null,
  );
  const query =
    method === 'GET'
      ? `?${new URLSearchParams(rest.map(([n, v]): [string, string] => [n, String(v)]))}`
      : '';
  const type = file?.type ?? JSON_TYPE;
  const headers = method === 'GET' ? {} : { 'content-type': type };
  const body = file === undefined ? JSON.stringify(Object.fromEntries(rest)) : input[file.member];
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, path: path + query, method, headers, agent: false });
    call.on('response', resolve);
    call.on('error', (error) => {
      const code = 'code' in error ? error.code : null;
      // A service that was killed leaves its socket behind; nothing listens on it.
      if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTSOCK') resolve(null);
      else if (code !== 'EACCES') reject(new StoreUnavailable(STOPPED));
      else {
        const sentence = `${socketPath} belongs to another user; run the command as that user.`;
        reject(new StoreNotOpened(sentence));
      }
    });
    call.end(method === 'GET' ? undefined : body);
  });
}
