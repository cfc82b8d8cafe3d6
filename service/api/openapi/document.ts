import type { JsonSchema } from '../../../shared/node/openapi/json-schema.ts';
import { type Operation, openApiPath } from '../../../shared/node/openapi/operation.ts';
import { apiMediaType, type VendorProfile } from '../../../shared/protocol/media.ts';
import { holdsMoney } from '../../../shared/protocol/profile-money.ts';
import { ROUTES, type RouteName } from '../../../shared/protocol/routes.ts';
import { attachmentPaths, attachmentSchemas } from './attachment-operation.ts';
import { errorSchema } from './error-schema.ts';
import { eventHooks } from './event-hooks.ts';
import { oauthPaths, oauthSchemas } from './oauth-operations.ts';
import { operationOf, schemasOf } from './operation.ts';
import { pairingPaths, pairingSchemas } from './pairing-operation.ts';
import { RESOURCES, resourceOf } from './resources.ts';
import { securitySchemes } from './security.ts';

/** The version of the description; the API's own major version is in its path. */
const VERSION = '1.0.0';

const AMOUNTS = {
  minor: 'whole numbers of minor units',
  major_text: 'text in major units, such as "20.00"',
} as const;

const aboutOf = (profile: VendorProfile) =>
  'Requests for payments and permissions, points of sale, shortlinks, settlements and API users. ' +
  `Amounts are ${AMOUNTS[profile.amounts]}; times are UTC as \`YYYY-MM-DD hh:mm:ss\`. Every ` +
  'address ends with a slash. Unknown members of a body are ignored, and null is the same as ' +
  'left out. Clients must take status codes and members that they do not know.';

export type OpenApi = ReturnType<typeof openApiDocument>;

/**
 * The OpenAPI 3.1 document of a profile, made from the route table alone. `prefix` is the path prefix of
 * the service's public origin.
 */
export function openApiDocument(profile: VendorProfile, prefix = '') {
  const names = routeNames();
  const paths = {
    ...pathsOf(names, profile),
    ...attachmentPaths(profile),
    ...pairingPaths(profile),
    ...oauthPaths(),
  };
  const titles = new Set(Object.keys(paths).map((path) => resourceOf(path).title));
  const tags = [...RESOURCES]
    .filter(({ title }) => titles.has(title))
    .map(({ title, about }) => ({ name: title, description: about }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Merchant Payment and Permission API',
      version: VERSION,
      description: aboutOf(profile),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: prefix + profile.basePath, description: 'This service' }],
    tags,
    paths,
    webhooks: eventHooks(apiMediaType(profile)),
    components: {
      schemas: inUnits(schemas(names), profile),
      securitySchemes: securitySchemes(profile),
    },
  };
}

function schemas(names: readonly RouteName[]): Readonly<Record<string, JsonSchema>> {
  return Object.assign(
    { Error: errorSchema() },
    ...names.map(schemasOf),
    oauthSchemas(),
    attachmentSchemas(),
    pairingSchemas(),
  );
}

/** Money as the profile writes it: integers of the schemas become text (D-93). */
function inUnits(schemas: Readonly<Record<string, JsonSchema>>, profile: VendorProfile) {
  return profile.amounts === 'minor' ? schemas : moneySchemas(schemas);
}

type PathItem = Readonly<Record<string, Operation>>;

function pathsOf(names: readonly RouteName[], profile: VendorProfile) {
  const paths: Record<string, PathItem> = {};
  for (const name of names) {
    const { path, method } = ROUTES[name];
    const key = openApiPath(path);
    paths[key] = { ...paths[key], [method.toLowerCase()]: operationOf(name, profile) };
  }
  return paths;
}

/** The names of the table, in its order. */
export function routeNames(): readonly RouteName[] {
  // The table's keys are exactly the names; `Object.keys` only knows that they are text.
  return Object.keys(ROUTES) as RouteName[];
}

const MAJOR_UNITS = { type: 'string', pattern: '^-?\\d{1,12}(\\.\\d{1,4})?$' } as const;

/**
 * Schemas of a profile that writes money as text in major units (D-93). The name of a member says
 * that it is money, as in the reader and the writer of bodies.
 */
export function moneySchemas(
  schemas: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, JsonSchema>> {
  const entries = Object.entries(schemas).map(([name, schema]) => [name, withMoneyAsText(schema)]);
  return Object.fromEntries(entries);
}

function withMoneyAsText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMoneyAsText);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [
    key,
    key === 'properties' ? properties(member) : withMoneyAsText(member),
  ]);
  return Object.fromEntries(members);
}

function properties(value: unknown): unknown {
  const members = Object.entries(Object(value)).map(([name, member]) => [
    name,
    holdsMoney(name) ? asText(member) : withMoneyAsText(member),
  ]);
  return Object.fromEntries(members);
}

/** Integers become text; lists and alternatives are converted recursively; descriptions stay. */
function asText(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asText);
  if (typeof schema !== 'object' || schema === null) return schema;
  if (!('type' in schema) || schema.type !== 'integer') {
    const members = Object.entries(schema).map(([key, member]) => [
      key,
      key === 'items' || key === 'anyOf' ? asText(member) : withMoneyAsText(member),
    ]);
    return Object.fromEntries(members);
  }
  const words = 'description' in schema ? { description: schema.description } : {};
  return { ...words, ...MAJOR_UNITS };
}
