import type { JsonSchema } from '../../../shared/node/openapi/json-schema.ts';
import {
  type Content,
  type Operation,
  openApiPath,
  type Parameter,
  paramsOf,
} from '../../../shared/node/openapi/operation.ts';
import { present } from '../../../shared/objects/present.ts';
import { type OauthName, oauthExampleOf } from '../../../shared/protocol/examples/oauth.ts';
import { JSON_TYPE } from '../../../shared/protocol/media.ts';
import { OAUTH_ROUTES, type OauthLevel } from '../../../shared/protocol/oauth.ts';
import type { Route } from '../../../shared/protocol/routes/route.ts';
import { WALLET_HEADER } from '../../../shared/wallet/contract.ts';
import { described } from './field-notes.ts';

const PNG_TYPE = 'image/png';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const AUTH_QUERY = [
  ['response_type', true, '`code`.'],
  ['client_id', true, 'Id of the application.'],
  ['redirect_uri', false, 'One of the application’s registered addresses, to the letter.'],
  ['scope', false, 'Scopes, separated by blanks.'],
  ['state', false, 'Comes back unchanged; use it against forged requests.'],
  ['nonce', false, 'Goes into the id token.'],
  ['code_challenge', false, 'PKCE: the S256 hash of the verifier.'],
  ['code_challenge_method', false, '`S256`.'],
] as const;

const ERROR_QUERY = [['error', false, 'The word of RFC 6749 for what went wrong.']] as const;

const SECURITY: Readonly<Record<OauthLevel, Operation['security']>> = {
  OPEN: [],
  TWOFACTOR: [{ twofactor: [] }],
  CLIENT: [{ basic: [] }],
  BEARER: [{ bearer: [] }],
};

/** The OAuth endpoints as OpenAPI describes them, by path. They have a separate route table. */
export function oauthPaths(): Readonly<Record<string, Readonly<Record<string, Operation>>>> {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const name of oauthNames()) {
    const { path, method } = OAUTH_ROUTES[name];
    const key = openApiPath(path);
    paths[key] = { ...paths[key], [method.toLowerCase()]: oauthOperation(name) };
  }
  return paths;
}

export function oauthNames(): readonly OauthName[] {
  // The table's keys are exactly the names; `Object.keys` only knows that they are text.
  return Object.keys(OAUTH_ROUTES) as OauthName[];
}

/** The schemas of bodies and replies under their names in the document's components. */
export function oauthSchemas(): Readonly<Record<string, JsonSchema>> {
  const made = (place: 'body' | 'reply', ending: string) =>
    oauthNames().flatMap((name) => {
      const schema = place === 'body' ? bodyOf(name) : replyOf(name);
      if (schema === undefined) return [];
      return [[`${idOf(name)}${ending}`, described(idOf(name), place, schema)]];
    });
  const named = [...made('body', 'Body'), ...made('reply', 'Reply')];
  return { ...Object.fromEntries(named), [OAUTH_ERROR]: oauthErrorSchema() };
}

const routeOf = (name: OauthName): Route<OauthLevel, string> => OAUTH_ROUTES[name];
const bodyOf = (name: OauthName) => routeOf(name).body;
const replyOf = (name: OauthName) => routeOf(name).reply;

function idOf(name: string): string {
  return `oauth${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function oauthOperation(name: OauthName): Operation {
  const { path, method, level, summary } = OAUTH_ROUTES[name];
  const id = idOf(name);
  const body = bodyOf(name) === undefined ? null : refTo(`${id}Body`);
  const example = oauthExampleOf(name);
  return {
    operationId: id,
    tags: ['OAuth'],
    summary: summary.replace(/ \(D-\d+\)$/, ''),
    'x-auth-level': level,
    security: SECURITY[level],
    parameters: [
      ...pathParameters(name, path),
      ...queryParameters(name),
      ...headersOf(method, level),
    ],
    ...present({
      requestBody:
        body === null
          ? null
          : { required: true, content: contentOf(typesOf(name), body, example.body) },
    }),
    responses: responsesOf(name, id),
  };
}

function typesOf(name: OauthName): readonly string[] {
  if (name === 'authForm') return [FORM_TYPE];
  return name === 'token' ? [FORM_TYPE, JSON_TYPE] : [JSON_TYPE];
}

function responsesOf(name: OauthName, id: string): Operation['responses'] {
  const problems = PROBLEMS[name].map((status) => {
    const description = PROBLEM_TEXT[status];
    return [status, { description, content: problemContent(name, status) }];
  });
  return { ...successOf(name, id), ...Object.fromEntries(problems) };
}

/** Endpoints that a browser shows: what goes wrong there is a page. */
const PAGES: ReadonlySet<OauthName> = new Set(['auth', 'authForm', 'error', 'qrImage']);
/** Endpoints of the wallet's page. */
const TWO_FACTOR: ReadonlySet<OauthName> = new Set(['preAuth', 'postAuth']);

/** The body of an error: of RFC 6749, of this API, or a page. */
function problemContent(name: OauthName, status: Problem): Content {
  const oauth = { [JSON_TYPE]: { schema: refTo(OAUTH_ERROR) } };
  const own = { [JSON_TYPE]: { schema: refTo('Error') } };
  if (PAGES.has(name)) {
    if (status === 404 || status === 405) return oauth;
    if (status === 413 || status === 415) return own;
    return { [HTML_TYPE]: { schema: { type: 'string' } } };
  }
  if (TWO_FACTOR.has(name)) {
    return status === 405 ? oauth : own;
  }
  return status === 405 || status === 413 || status === 503 ? own : oauth;
}

const HTML_TYPE = 'text/html';
const OAUTH_ERROR = 'OauthError';

/** The body of an OAuth error (RFC 6749, 5.2). */
function oauthErrorSchema(): JsonSchema {
  return {
    type: 'object',
    required: ['error', 'error_description'],
    properties: {
      error: { type: 'string', description: 'The word of RFC 6749 or 6750, for programs.' },
      error_description: { type: 'string', description: 'What went wrong, for people.' },
    },
  };
}

function successOf(name: OauthName, id: string): Operation['responses'] {
  if (name === 'auth' || name === 'authForm') {
    return {
      200: {
        description: 'A page for the customer.',
        content: { [HTML_TYPE]: { schema: { type: 'string' } } },
      },
      302: { description: 'Back to the application, with a code or an error.' },
    };
  }
  if (name === 'error') return {};
  if (name === 'qrImage') {
    const image: JsonSchema = { type: 'string', contentMediaType: PNG_TYPE };
    return { 200: { description: 'The image.', content: { [PNG_TYPE]: { schema: image } } } };
  }
  const { reply } = oauthExampleOf(name);
  const schema = replyOf(name) === undefined ? null : refTo(`${id}Reply`);
  const content = schema === null ? null : contentOf([JSON_TYPE], schema, reply);
  return {
    200: content === null ? { description: 'Done.' } : { description: 'Done.', content },
  };
}

const PROBLEM_TEXT = {
  400: 'The request is wrong; pages say what is wrong, JSON has `error_description`.',
  401: 'Credentials are missing, wrong or over.',
  403: 'The customer has not granted the scope of this address (`insufficient_scope`).',
  404: 'The request, the sign-in or the data does not exist, or is over.',
  405: 'This address does not take this method; `Allow` lists those that it takes.',
  409: 'The request was answered already, or more would be granted than was asked for.',
  413: 'The body is too long.',
  415: 'The body is of another media type, in another encoding, or compressed.',
  429: 'There were too many tries; wait, then try again.',
  503: 'One-time codes cannot be sent, or the service cannot read or write its data now.',
} as const;
type Problem = keyof typeof PROBLEM_TEXT;

/** Data of one scope: 403 without the scope, 404 if the customer has no such data. */
const USER_DATA: readonly Problem[] = [401, 403, 404, 405, 503];

/** The errors of each endpoint. */
const PROBLEMS: Readonly<Record<OauthName, readonly Problem[]>> = {
  auth: [400, 405, 503],
  authForm: [400, 405, 413, 415, 429, 503],
  preAuth: [400, 401, 405, 503],
  postAuth: [400, 401, 404, 405, 409, 413, 415, 503],
  token: [400, 401, 405, 413, 429, 503],
  error: [400, 405],
  qrImage: [404, 405, 503],
  userinfo: [401, 405, 503],
  shippingAddress: USER_DATA,
  personalId: USER_DATA,
  bankId: USER_DATA,
  keys: [405],
};

function refTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function contentOf(types: readonly string[], schema: JsonSchema, example: unknown) {
  const one = example === undefined ? { schema } : { schema, example };
  return Object.fromEntries(types.map((type) => [type, one]));
}

function pathParameters(oauth: OauthName, path: string): readonly Parameter[] {
  const examples = oauthExampleOf(oauth).params ?? {};
  return paramsOf(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...present({ example: examples[name] }),
  }));
}

/** Writes of a signed-in customer carry a header that a form of another site cannot send. */
function headersOf(method: string, level: OauthLevel): readonly Parameter[] {
  if (level !== 'TWOFACTOR' || method === 'GET') return [];
  return [
    {
      name: WALLET_HEADER,
      in: 'header',
      required: true,
      description: 'Any value. It proves that no form of another site sent the request.',
      schema: { type: 'string' },
      example: '1',
    },
  ];
}

function queryParameters(name: OauthName): readonly Parameter[] {
  const examples = oauthExampleOf(name).query ?? {};
  const parameters = name === 'auth' || name === 'preAuth' ? AUTH_QUERY : [];
  const all = name === 'error' ? ERROR_QUERY : parameters;
  return all.map(([key, required, description]) => ({
    name: key,
    in: 'query',
    required,
    description,
    schema: { type: 'string' },
    ...present({ example: examples[key] }),
  }));
}
