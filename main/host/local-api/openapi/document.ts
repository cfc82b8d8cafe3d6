import { z } from 'zod';
import type { Row } from '../../../../shared/device/commands/row.ts';
import { rowOfName } from '../../../../shared/device/commands/table.ts';
import {
  type RegisterCommand,
  registerBody,
  registerCommands,
} from '../../../../shared/device/till-api/commands.ts';
import {
  COMMON_TILL_ERRORS,
  TILL_ERRORS,
  type TillErrorType,
} from '../../../../shared/device/till-api/errors.ts';
import { tillFrame, tillHello } from '../../../../shared/device/till-api/frames.ts';
import {
  TILL_API_BASE,
  TILL_ROUTES,
  type TillRoute,
  tillRouteNames,
} from '../../../../shared/device/till-api/routes.ts';
import {
  defaultsInWords,
  defaultsRemoved,
  type JsonSchema,
} from '../../../../shared/node/openapi/json-schema.ts';
import {
  exampleIn,
  type Operation,
  openApiPath,
  type Parameter,
  paramsOf,
} from '../../../../shared/node/openapi/operation.ts';
import { present } from '../../../../shared/objects/present.ts';
import type { TillProblem } from '../../../../shared/refusals/problem-types.ts';
import { ERROR_OF } from '../problem-errors.ts';
import { COMMAND_EXAMPLES } from './command-examples.ts';
import { EVENTS_OPERATION, EVENTS_PATH, EVENTS_TAG, TILL_EXAMPLES } from './examples.ts';
import { tillSchema } from './fields.ts';

const ABOUT =
  'For the cash register on the same machine: start a sale at this till, watch it, cancel it. ' +
  'Amounts are whole numbers of minor units; times are UTC, ISO 8601. A sale is known by the ' +
  'register’s own `reference`, so every call can be repeated after a lost reply or a restart. ' +
  'Registers must take states, actions, events and members that they do not know.';

const TAGS = [
  { name: 'Sales', description: 'Start, watch and end sales.', root: 'sales' },
  {
    name: 'Commands',
    description:
      'What a cashier does at the till’s screens, in the same form: the bills, the drawer, the reports, receipts and ' +
      'their refunds, the scale and the printer. A command with an `id` is done once: repeat it after a lost reply.',
    root: 'commands',
  },
  {
    name: 'Bills',
    description:
      'The bills of this till, which its screens have too. The commands `bill` and `pay_bill` open, change and pay them, ' +
      'on the version that the register has read.',
    root: 'bills',
  },
  {
    name: 'Questions',
    description:
      'One question at a time to the customer in front of the till, on the customer’s screen.',
    root: 'questions',
  },
  {
    name: 'Unmatched payments',
    description: 'Results that fit no sale of this till; none is ever thrown away.',
    root: 'unclaimed',
  },
  {
    name: 'Refunds',
    description: 'Refunds, where the till’s configuration allows a register to order them.',
    root: 'refunds',
  },
  {
    name: 'Codes',
    description: 'Codes of this device that are scanned before the total is known.',
    root: 'codes',
  },
  { name: 'Till', description: 'The till as a whole.', root: '' },
  EVENTS_TAG,
] as const;

export type TillDocument = ReturnType<typeof tillDocument>;

/** A call as the document has it: a route, or a command of the route that carries them. */
type Call = {
  readonly name: string;
  readonly route: TillRoute;
  /** Why a command is refused, and whether its refusal has the bill. */
  readonly refused?: { readonly reasons: readonly TillProblem[]; readonly hasBill: boolean };
  readonly example: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string | undefined>>;
    readonly body?: unknown;
    readonly reply?: unknown;
  };
};

/** The name of the operation of a command. */
export const commandOperation = (name: RegisterCommand) => `command_${name}`;

/** The calls of the till API: the rows of the table of commands that name a register are calls of their own. */
export function tillCalls(): readonly Call[] {
  return tillRouteNames().flatMap((name): readonly Call[] => {
    const route: TillRoute = TILL_ROUTES[name];
    return name === 'command'
      ? registerCommands().map((command) => commandCall(command, route))
      : [{ name, route, example: TILL_EXAMPLES[name] }];
  });
}

/** Errors of the body of every command. */
const BODY_ERRORS = ['validation_error', 'too_large', 'wrong_media_type'] as const;

function commandCall(command: RegisterCommand, route: TillRoute): Call {
  const { summary, answer, refusals: reasons = [] }: Row = rowOfName(command);
  const body = registerBody(command);
  const nothing = answer instanceof z.ZodNull;
  const hasBill = answer instanceof z.ZodObject && 'lineAmounts' in answer.shape;
  const { reply: _, ...plain } = route;
  return {
    name: commandOperation(command),
    route: {
      ...plain,
      ...present({ body: body ?? undefined, reply: nothing ? undefined : answer }),
      path: route.path.replace(':name', command),
      summary,
      success: nothing ? [204] : answer.safeParse(null).success ? [200, 204] : [200],
      errors: [...BODY_ERRORS, ...reasons.map((reason) => ERROR_OF[reason])],
    },
    refused: { reasons, hasBill },
    example: { body: COMMAND_EXAMPLES[command] },
  };
}

/** The OpenAPI 3.1 document of the till API, generated from its route table. */
export function tillDocument() {
  const paths: Record<string, Readonly<Record<string, Operation>>> = {};
  for (const call of tillCalls()) {
    const { path, method } = call.route;
    const key = openApiPath(path);
    paths[key] = { ...paths[key], [method.toLowerCase()]: operationOf(call) };
  }
  paths[EVENTS_PATH] = { get: EVENTS_OPERATION };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Till API',
      version: '1.0.0',
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: TILL_API_BASE, description: 'This till' }],
    tags: TAGS.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: schemas(),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token in the file `till-api.json` of the till’s data directory.',
        },
      },
    },
  };
}

function operationOf(call: Call): Operation {
  const { name, route } = call;
  const example = call.example.body;
  const isNeeded = (tillBody(name, route)?.required ?? []).length > 0;
  const root = route.path.split('/')[1] ?? '';
  return {
    operationId: name,
    tags: [TAGS.find((tag) => tag.root === root)?.name ?? 'Till'],
    summary: route.summary,
    'x-auth-level': 'TOKEN',
    security: [{ token: [] }],
    parameters: [...pathParameters(call), ...queryParameters(call)],
    ...present({
      requestBody:
        route.body === undefined
          ? undefined
          : { required: isNeeded, content: json(`${name}Body`, example) },
    }),
    responses: { ...successes(call), ...failures(call) },
  };
}

function tillBody(name: string, route: TillRoute): JsonSchema | null {
  return route.body === undefined ? null : defaultsInWords(tillSchema(name, route.body, 'input'));
}

function schemas(): Readonly<Record<string, JsonSchema>> {
  const made: Record<string, JsonSchema> = {
    Error: errorSchema(),
    Hello: tillSchema('hello', tillHello, 'input'),
    Frame: tillSchema('frame', tillFrame, 'output'),
  };
  for (const call of tillCalls()) {
    const { name, route } = call;
    if (call.refused !== undefined) made[`${name}Error`] = refusedSchema(call);
    const body = tillBody(name, route);
    if (body !== null) made[`${name}Body`] = body;
    if (route.reply !== undefined) {
      made[`${name}Reply`] = defaultsRemoved(tillSchema(name, route.reply, 'output'));
    }
  }
  return made;
}

function errorSchema(): JsonSchema {
  return {
    type: 'object',
    required: ['error_type', 'error_description', 'error_details'],
    properties: {
      error_type: { enum: Object.keys(TILL_ERRORS), description: 'What went wrong, for programs.' },
      error_description: { type: 'string', description: 'What went wrong, for people.' },
      error_details: {
        type: ['object', 'null'],
        description: 'More, where there is more: wrong fields, or the sale that is in the way.',
      },
    },
  };
}

const BILL_MEMBERS = ['bill', 'state', 'amounts', 'lineAmounts'] as const;

/** What a refused command says: its reason, and the bill as it is now where the till has it. */
function refusedSchema({ route, refused }: Call): JsonSchema {
  const { reasons = [], hasBill = false } = refused ?? {};
  const bill = BILL_MEMBERS.map((name) => [
    name,
    {
      $ref: `#/components/schemas/billReadReply/properties/${name}`,
      description: 'As in the answer of a command that was done; left out if the till has no bill.',
    },
  ]);
  const { properties = {}, ...rest } = errorSchema();
  return {
    ...rest,
    properties: {
      ...properties,
      error_type: { enum: [...tillErrorsOf(route)], description: 'What went wrong, for programs.' },
      error_details: {
        type: ['object', 'null'],
        description: 'Wrong fields by their names; of another refusal its reason.',
        properties: {
          ...(reasons.length === 0
            ? {}
            : { reason: { enum: [...reasons], description: 'Why, for programs.' } }),
          ...(hasBill ? Object.fromEntries(bill) : {}),
        },
      },
    },
  };
}

function json(schemaName: string, example: unknown) {
  const schema = { $ref: `#/components/schemas/${schemaName}` };
  return { 'application/json': example === undefined ? { schema } : { schema, example } };
}

function pathParameters({ route, example: { params = {} } }: Call): readonly Parameter[] {
  return paramsOf(route.path).map((param) => ({
    name: param,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...present({ example: params[param] }),
  }));
}

function queryParameters({ name, route, example }: Call): readonly Parameter[] {
  if (route.query === undefined) return [];
  const { properties = {} } = tillSchema(name, route.query, 'input');
  const samples: Readonly<Record<string, string | undefined>> = example.query ?? {};
  return Object.entries(properties).map(([key, property]) => {
    const { description, anyOf, ...plain } = typeof property === 'object' ? property : {};
    // A query parameter is optional instead of nullable.
    const [only] = (anyOf ?? []).filter((one) => typeof one === 'object' && one.type !== 'null');
    const schema = typeof only === 'object' ? only : plain;
    const text = samples[key];
    return {
      name: key,
      in: 'query',
      required: false,
      ...present({ description }),
      schema,
      ...present({ example: text === undefined ? undefined : exampleIn(schema, text) }),
    };
  });
}

const SUCCESSES: Readonly<Record<number, string>> = {
  200: 'Done; the sale, or what was asked for, as it is now.',
  201: 'Started; watch the sale until it is final.',
  204: 'Done; the body is empty.',
};

function successes({ name, route, example }: Call) {
  return Object.fromEntries(
    route.success.map((status) => {
      const again = status === 200 && route.success.includes(201);
      const description = again
        ? 'This reference has started that sale before; nothing was started now.'
        : (SUCCESSES[status] ?? 'Done.');
      if (route.reply === undefined || status === 204) return [String(status), { description }];
      return [String(status), { description, content: json(`${name}Reply`, example.reply) }];
    }),
  );
}

/** All errors of a route by rising status. */
export function tillErrorsOf(route: TillRoute): readonly TillErrorType[] {
  const types = new Set<TillErrorType>([...COMMON_TILL_ERRORS, ...route.errors]);
  return [...types].sort((a, b) => TILL_ERRORS[a].status - TILL_ERRORS[b].status);
}

function failures({ name, route, refused }: Call) {
  const byStatus = Map.groupBy(tillErrorsOf(route), (type) => TILL_ERRORS[type].status);
  return Object.fromEntries(
    [...byStatus].map(([status, types]) => {
      const sentences = types.map((type) => `\`${type}\`: ${TILL_ERRORS[type].means}`);
      const schema = refused === undefined ? 'Error' : `${name}Error`;
      return [
        String(status),
        { description: sentences.join(' '), content: json(schema, undefined) },
      ];
    }),
  );
}

/** The reasons of a refused call by their error, in words: `bill_refused`: `bill_paid`, `bill_full`. */
export function reasonsOf(name: string): readonly string[] {
  const reasons = tillCalls().find((call) => call.name === name)?.refused?.reasons ?? [];
  const byError = Map.groupBy(reasons, (reason) => ERROR_OF[reason]);
  return [...byError].map(([type, some]) => {
    return `${TILL_ERRORS[type].status} \`${type}\`: ${some.map((one) => `\`${one}\``).join(', ')}`;
  });
}
