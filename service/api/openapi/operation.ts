import type { z } from 'zod';
import { type JsonSchema, jsonSchema } from '../../../shared/node/openapi/json-schema.ts';
import {
  type Content,
  exampleIn,
  type Operation,
  type Parameter,
  paramsOf,
} from '../../../shared/node/openapi/operation.ts';
import { present } from '../../../shared/objects/present.ts';
import { exampleOf } from '../../../shared/protocol/examples/index.ts';
import { apiMediaType, JSON_TYPE, type VendorProfile } from '../../../shared/protocol/media.ts';
import { writtenIn } from '../../../shared/protocol/profile-money.ts';
import { ROUTES, type Route, type RouteName } from '../../../shared/protocol/routes.ts';
import { errorResponses } from './error-schema.ts';
import { described } from './field-notes.ts';
import { resourceOf } from './resources.ts';
import { securityOf } from './security.ts';

/** One endpoint as OpenAPI describes it. */
export function operationOf(name: RouteName, profile: VendorProfile): Operation {
  const route: Route = ROUTES[name];
  const jsonTypes = [apiMediaType(profile), JSON_TYPE];
  const written = (example: unknown) => writtenIn(example, profile);
  const body = route.body === undefined ? null : bodyOf(name, route.body, jsonTypes, written);
  return {
    operationId: name,
    tags: [resourceOf(route.path).title],
    summary: route.summary,
    'x-auth-level': route.level,
    security: securityOf(route),
    parameters: [...pathParameters(name, route), ...queryParameters(name, route)],
    ...present({ requestBody: body }),
    responses: {
      ...successes(name, route, jsonTypes, written),
      ...errorResponses(route, jsonTypes),
    },
  };
}

/** The schemas of a route under their names in the document's components. */
export function schemasOf(name: RouteName): Readonly<Record<string, JsonSchema>> {
  const { body, reply }: Route = ROUTES[name];
  const schemas: Record<string, JsonSchema> = {};
  if (body !== undefined) schemas[`${name}Body`] = described(name, 'body', body);
  if (reply !== undefined) schemas[`${name}Reply`] = described(name, 'reply', reply);
  return schemas;
}

/** An example as the profile writes it. */
type Written = (example: unknown) => unknown;

function bodyOf(name: RouteName, schema: z.ZodType, types: readonly string[], written: Written) {
  const { required = [] } = jsonSchema(schema, 'input');
  return {
    required: required.length > 0,
    content: contentOf(types, `${name}Body`, written(exampleOf(name).body)),
  };
}

function contentOf(types: readonly string[], schemaName: string, example: unknown): Content {
  const schema = { $ref: `#/components/schemas/${schemaName}` };
  const one = example === undefined ? { schema } : { schema, example };
  return Object.fromEntries(types.map((type) => [type, one]));
}

function pathParameters(name: RouteName, route: Route): readonly Parameter[] {
  const example = exampleOf(name).params ?? {};
  return paramsOf(route.path).map((param) => ({
    name: param,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...present({ example: example[param] }),
  }));
}

function queryParameters(name: RouteName, route: Route): readonly Parameter[] {
  if (route.query === undefined) return [];
  const { properties = {}, required = [] } = described(name, 'query', route.query);
  const example = exampleOf(name).query ?? {};
  return Object.entries(properties).map(([key, property]) => {
    const { description, ...schema } = withoutNull(property);
    const text = example[key];
    return {
      name: key,
      in: 'query',
      required: required.includes(key),
      ...present({ description }),
      schema,
      ...present({ example: text === undefined ? undefined : exampleIn(schema, text) }),
    };
  });
}

/** A query has no null: an optional parameter is left out instead. */
function withoutNull(schema: z.core.JSONSchema._JSONSchema): JsonSchema {
  if (typeof schema === 'boolean') return {};
  const { anyOf, type, ...rest } = schema;
  if (Array.isArray(type)) {
    const types = type.filter((one) => one !== 'null');
    return types.length === 1 && types[0] ? { ...rest, type: types[0] } : schema;
  }
  if (anyOf === undefined) return schema;
  const choices = anyOf.filter((one) => typeof one !== 'object' || one.type !== 'null');
  const [only] = choices;
  if (choices.length === 1 && typeof only === 'object') return { ...only, ...rest };
  return { ...rest, anyOf: choices };
}

const SUCCESSES: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created; `Location` has its full address.',
  204: 'Done; the body is empty.',
  302: 'Found; `Location` has its full address.',
  304: 'Nothing has changed.',
};

function successes(name: RouteName, route: Route, types: readonly string[], written: Written) {
  const { reply, produces, success } = route;
  const example = exampleOf(name);
  return Object.fromEntries(
    success.map((status) => {
      const description =
        status === 200 && success.includes(201)
          ? 'It exists already; nothing was changed.'
          : (SUCCESSES[status] ?? 'Done.');
      if (status === 204 || status === 304) return [String(status), { description }];
      if (produces !== undefined) {
        const binary: JsonSchema = { type: 'string', contentMediaType: produces };
        return [String(status), { description, content: { [produces]: { schema: binary } } }];
      }
      if (reply === undefined) return [String(status), { description }];
      const content = contentOf(types, `${name}Reply`, written(example.reply));
      return [String(status), { description, content }];
    }),
  );
}
