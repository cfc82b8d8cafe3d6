import { z } from 'zod';
import type { ErrorType } from '../../../shared/protocol/errors.ts';
import type { Route } from '../../../shared/protocol/routes.ts';
import type { AnyAct } from './act.ts';
import { ACTS, type ActName, actNames } from './acts.ts';

/** Who may call: the owner of the data directory, who alone can open the socket in it. */
export type OperatorLevel = 'owner';

/** A route of the operator API. Parameters that its query does not name are refused. */
export type OperatorRoute = Route<OperatorLevel> & {
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: z.ZodType;
  readonly reply: z.ZodType;
};

/** Errors that every route can answer with. */
export const OPERATOR_ERRORS = [
  'validation_error',
  'Bad Request',
  'Method Not Allowed',
  'Request Entity Too Large',
  'Unsupported Media Type',
  'Service Unavailable',
] as const satisfies readonly ErrorType[];

/** The members of an act's input that are in its path. */
export const inPath = ({ path }: Pick<AnyAct, 'path'>): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

function routeOf(name: ActName, act: AnyAct): OperatorRoute {
  const { method, path, summary, about, input, file, output, success, errors } = act;
  const known = inPath(act);
  const part = (has: (member: string) => boolean) =>
    z.strictObject(Object.fromEntries(Object.entries(input.shape).filter(([name]) => has(name))));
  const rest = part((member) => !known.includes(member));
  const none = part(() => false);
  return {
    name,
    method,
    path,
    level: 'owner',
    summary,
    errors,
    success: [success],
    ...(about === undefined ? {} : { about }),
    params: part((member) => known.includes(member)),
    query: method === 'GET' ? rest : none,
    body: method === 'GET' ? none : file === undefined ? rest : input.shape[file.member],
    ...(file === undefined ? {} : { takes: file.type, bodyBytesMax: file.bytesMax }),
    reply: output,
  };
}

/** The routes of the operator API, one for each act. */
export const OPERATOR_ROUTES = Object.fromEntries(
  actNames().map((name) => [name, routeOf(name, ACTS[name])]),
  // `Object.fromEntries` only knows that the keys are text.
) as Readonly<Record<ActName, OperatorRoute>>;
