import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeNames } from '../../../service/http/openapi/document.ts';
import { exampleOf } from '../../../service/http/openapi/examples/index.ts';
import { ROUTES, type Route } from '../../../shared/protocol/routes.ts';
import { callExample } from '../../conformance/example-call.ts';
import { startWorld, type World } from '../../conformance/world.ts';

/*
 * Every example of the reference is sent to a real service, with ids of that service in its path,
 * and must be answered with the example's status and a reply of the example's form.
 */

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** The forms of a value: the names and kinds of its members; a null fits everything. */
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
  it.each(routeNames())('%s works as it is shown', async (name) => {
    const example = exampleOf(name);
    const { reply, produces }: Route = ROUTES[name];
    const real = await callExample(world, name);
    expect([real.status, real.status === example.status ? '' : real.text]).toEqual([
      example.status,
      '',
    ]);
    if (produces !== undefined) expect(real.headers['content-type']).toBe(produces);
    if (reply === undefined) return;
    // What is shown is of the promised form, and so is what really comes.
    expect(reply.safeParse(example.reply).error?.issues ?? []).toEqual([]);
    expect(reply.safeParse(real.json).error?.issues ?? []).toEqual([]);
    expect(sameForm(example.reply, real.json, name)).toEqual([]);
  });
});
