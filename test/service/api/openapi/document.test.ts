import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type OpenApi,
  openApiDocument,
  routeNames,
} from '../../../../service/api/openapi/document.ts';
import { SVC_PROFILE } from '../../../../shared/protocol/media.ts';
import { OAUTH_ROUTES } from '../../../../shared/protocol/oauth.ts';
import { ROUTES, type Route } from '../../../../shared/protocol/routes.ts';
import { startTestService, type TestService } from '../../../support/service.ts';
import { send } from '../../../support/wire.ts';

/*
 * The document against the structure that OpenAPI 3.1 asks for, and against the route table it is
 * made from; the page that shows it, as a browser would get it.
 */

const document = openApiDocument(SVC_PROFILE);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

/** The operations of the route table; those of OAuth have a table of their own. */
const own = routeNames().map((name) => {
  const route: Route = ROUTES[name];
  const found = operations.find(({ operation }) => operation.operationId === name);
  if (found === undefined) throw new Error(`${name} is not in the document`);
  return { route, operation: found.operation };
});

describe('the OpenAPI document', () => {
  it('has an operation for every route of the table, and no other', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.slice(0, routeNames().length).sort()).toEqual([...routeNames()].sort());
    const others = Object.keys(OAUTH_ROUTES).length + 2;
    expect(ids).toHaveLength(routeNames().length + others);
    expect(ids).toEqual(expect.arrayContaining(['attachmentUpload', 'pairing']));
  });

  it('names every parameter of a path exactly once, as required', () => {
    for (const { path, operation } of operations) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const found = operation.parameters.filter((one) => one.in === 'path');
      expect(found.map(({ name }) => name)).toEqual(wanted);
      expect(found.every(({ required }) => required)).toBe(true);
    }
  });

  it('refers only to components that it contains', () => {
    const text = JSON.stringify(document);
    const refs = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    expect(refs.length).toBeGreaterThan(50);
    for (const [, name] of refs) expect(Object.keys(document.components.schemas)).toContain(name);
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { operation } of operations) {
      for (const one of operation.security) {
        for (const scheme of Object.keys(one)) expect(schemes).toContain(scheme);
      }
    }
  });

  it('uses only the types of JSON Schema, and requires only members that exist', () => {
    let looked = 0;
    for (const schema of schemasIn(document)) {
      looked += 1;
      const types = [schema.type ?? []].flat();
      for (const type of types) expect(JSON_TYPES).toContain(type);
      if (!Array.isArray(schema.required)) continue;
      for (const name of schema.required)
        expect(Object.keys(schema.properties ?? {})).toContain(name);
    }
    expect(looked).toBeGreaterThan(100);
  });

  it('requires the credentials of the route’s level', () => {
    for (const { operation, route } of own) {
      const ways = operation.security.map((way) => Object.keys(way));
      if (route.integratorsOnly) expect(ways.flat()).toContain('integrator');
      else if (route.level === 'OPEN') expect(ways).toEqual([]);
      else {
        expect(ways.some((way) => way.includes('secret'))).toBe(route.level === 'SECRET');
        expect(ways.some((way) => way.includes('signature'))).toBe(true);
      }
    }
  });

  it('has a reply for every success status of the route, and for the errors 405 and 500', () => {
    for (const { operation, route } of own) {
      const { success } = route;
      const statuses = Object.keys(operation.responses);
      for (const status of success) expect(statuses).toContain(String(status));
      expect(statuses).toContain('500');
      expect(statuses).toContain('405');
    }
  });

  it('describes every member of a body, a query and a reply', () => {
    const silent = operations.flatMap(({ operation }) =>
      operation.parameters
        .filter(({ in: where, description }) => where === 'query' && !description)
        .map(({ name }) => `${operation.operationId} ?${name}`),
    );
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      for (const inner of schemasIn(schema)) {
        for (const [key, member] of Object.entries(inner.properties ?? {})) {
          if (!Object(member).description) silent.push(`${name} ${key}`);
        }
      }
    }
    expect(silent).toEqual([]);
  });
});

const JSON_TYPES = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'];

type AnySchema = {
  readonly type?: unknown;
  readonly required?: unknown;
  readonly properties?: object;
};

/** Every schema in a document, at every depth. */
function schemasIn(value: unknown): readonly AnySchema[] {
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  if (typeof value !== 'object' || value === null) return [];
  const own = 'properties' in value ? [value as AnySchema] : [];
  const { example: _, examples: __, default: ___, ...rest } = value as Record<string, unknown>;
  return [...own, ...Object.values(rest).flatMap(schemasIn)];
}

describe('the served description', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await startTestService();
  });
  afterAll(() => test.stop());
  const get = (path: string, headers = {}) =>
    send(new URL(path, test.ready.base_url).href, { headers });

  it('is the OpenAPI document, and needs no credentials', async () => {
    const reply = await get('/openapi.json');
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('application/json');
    const served: OpenApi = JSON.parse(reply.text);
    expect(served).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('is answered with 304 for a client that has the current version', async () => {
    const { headers } = await get('/openapi.json');
    const again = await get('/openapi.json', { 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('has a page with all endpoints, which loads files from its own origin only', async () => {
    const page = await get('/docs/');
    expect(page.status).toBe(200);
    for (const name of routeNames()) expect(page.text).toContain(`<h3 id="${name}">`);
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map((match) => match[1]);
    expect(loaded.length).toBeGreaterThan(2);
    for (const address of loaded) {
      expect(address).toMatch(/^\//);
      expect((await get(address ?? '')).status).toBe(200);
    }
    expect(page.text).not.toMatch(/<script[^>]*>[^<]|<style|\son\w+=|\sstyle=/);
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'",
    );
  });

  it('refuses POST with 405', async () => {
    const reply = await send(new URL('/docs/', test.ready.base_url).href, { method: 'POST' });
    expect(reply.status).toBe(405);
  });
});
