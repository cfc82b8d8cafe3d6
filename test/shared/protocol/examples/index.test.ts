import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callExample } from '../../../../main/commands/conform/example-call.ts';
import { openApiDocument, routeNames } from '../../../../service/api/openapi/document.ts';
import { oauthNames } from '../../../../service/api/openapi/oauth-operations.ts';
import { demoLogo } from '../../../../service/app/demo/logo.ts';
import { uploaded } from '../../../../shared/protocol/attachment.ts';
import { exampleOf } from '../../../../shared/protocol/examples/index.ts';
import { oauthExampleOf } from '../../../../shared/protocol/examples/oauth.ts';
import { attachmentExample } from '../../../../shared/protocol/examples/payment.ts';
import { SVC_PROFILE } from '../../../../shared/protocol/media.ts';
import { OAUTH_ROUTES } from '../../../../shared/protocol/oauth.ts';
import { ROUTES, type Route } from '../../../../shared/protocol/routes.ts';
import { callOauthExample } from '../../../conformance/oauth-call.ts';
import { startWorld, type World } from '../../../conformance/world.ts';

/*
 * Every example of the reference is sent to a real service, with ids of that service in its path,
 * and must be answered with the example's status and a reply of the example's form.
 */

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** The differences in form: the names and types of the members; null matches every type. */
function sameForm(example: unknown, real: unknown, path: string): string[] {
  if (example === null || real === null) return [];
  if (Array.isArray(example) && Array.isArray(real)) {
    const [one] = example;
    return one === undefined ? [] : real.flatMap((item, i) => sameForm(one, item, `${path}[${i}]`));
  }
  if (typeof example !== typeof real) return [`${path}: ${typeof example} is ${typeof real}`];
  if (typeof example !== 'object' || typeof real !== 'object') return [];
  const wanted = Object.keys(example).sort();
  const found = Object.keys(real).sort();
  if (wanted.join() !== found.join()) return [`${path}: has ${found.join()}`];
  return Object.entries(example).flatMap(([key, value]) =>
    sameForm(value, Object(real)[key], `${path}.${key}`),
  );
}

describe('examples of the reference', () => {
  it.each(routeNames())('%s works as shown', async (name) => {
    const example = exampleOf(name);
    const { reply, produces }: Route = ROUTES[name];
    const real = await callExample(world.subject, name);
    expect([real.status, real.status === example.status ? '' : real.text]).toEqual([
      example.status,
      '',
    ]);
    if (produces !== undefined) expect(real.headers['content-type']).toBe(produces);
    if (reply === undefined) return;
    // Both the example and the real reply match the schema.
    expect(reply.safeParse(example.reply).error?.issues ?? []).toEqual([]);
    expect(reply.safeParse(real.json).error?.issues ?? []).toEqual([]);
    expect(sameForm(example.reply, real.json, name)).toEqual([]);
  });
});

/** The OpenAPI document, which contains the schema of each reply. */
const document = openApiDocument(SVC_PROFILE);

/** Required members that a value lacks, and its members that are not in the schema. */
function misfit(component: string, value: unknown): string[] {
  const schema = document.components.schemas[component];
  const members = Object.keys(schema?.properties ?? {});
  const found = Object.keys(Object(value));
  const missing = (schema?.required ?? []).filter((name) => !found.includes(name));
  return [...missing, ...found.filter((name) => !members.includes(name))];
}

describe('examples of OAuth', () => {
  it.each(oauthNames())('%s works as shown', async (name) => {
    const example = oauthExampleOf(name);
    const real = await callOauthExample(world, name);
    expect([real.status, real.status === example.status ? '' : real.text]).toEqual([
      example.status,
      '',
    ]);
    const { path, method } = OAUTH_ROUTES[name];
    const item = Object.entries(document.paths).find(
      ([key]) => key === path.replace(/:(\w+)/g, '{$1}'),
    );
    const operation = Object.entries(item?.[1] ?? {}).find(
      ([key]) => key === method.toLowerCase(),
    )?.[1];
    expect(operation?.responses).toHaveProperty(String(example.status));
    if (name === 'qrImage') expect(real.headers['content-type']).toBe('image/png');
    if (example.reply === undefined) return;
    const component = `${operation?.operationId}Reply`;
    for (const value of [example.reply, real.json]) expect(misfit(component, value)).toEqual([]);
    expect(sameForm(example.reply, real.json, name)).toEqual([]);
  });

  it('are in the OpenAPI document, with their bodies, queries and replies', () => {
    const text = JSON.stringify(document.paths);
    for (const name of oauthNames()) {
      const { body, query, reply } = oauthExampleOf(name);
      for (const shown of [body, reply, ...Object.values(query ?? {})]) {
        if (shown !== undefined) expect(text).toContain(`"example":${JSON.stringify(shown)}`);
      }
    }
  });
});

describe('the example of an upload', () => {
  it('works as a single file, for each type that the document names', async () => {
    const tid = await world.payment('paid');
    const { requestBody } = document.paths['/attachment/{token}/']?.post ?? {};
    const types = Object.keys(requestBody?.content ?? {});
    const { parts } = attachmentExample(SVC_PROFILE);
    const [receipt] = Object.values(parts);
    const bodies: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
      'image/png': new Uint8Array(demoLogo()),
      'application/vnd.svc.itemlist.v1+json': '{"items":[{"item_name":"Flat white"}]}',
      'application/vnd.svc.receipt.v1+json': receipt?.text ?? '',
    };
    expect(types).toEqual(['multipart/form-data', ...Object.keys(bodies)]);
    for (const [type, body] of Object.entries(bodies)) {
      const address = String((await world.outcome(tid)).attachment_uri);
      const headers = { 'content-type': type };
      const reply = await fetch(address, { method: 'POST', headers, body });
      const real = uploaded.parse(await reply.json());
      expect([reply.status, real.attachments[0]?.content_type]).toEqual([201, type]);
    }
  });

  it('works as shown', async () => {
    const tid = await world.payment('paid');
    const address = String((await world.outcome(tid)).attachment_uri);
    const example = attachmentExample(SVC_PROFILE);
    const form = new FormData();
    for (const [name, { type, text }] of Object.entries(example.parts)) {
      form.append(name, new Blob([text], { type }), `${name}.json`);
    }
    const reply = await fetch(address, { method: 'POST', body: form });
    const real: unknown = await reply.json();
    expect([reply.status, sameForm(example.reply, real, 'upload')]).toEqual([example.status, []]);
    const sizes = (value: unknown) =>
      uploaded.parse(value).attachments.map(({ size, content_type }) => [size, content_type]);
    expect(sizes(real)).toEqual(sizes(example.reply));
  });
});
