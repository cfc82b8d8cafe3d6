import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../service/api/openapi/document.ts';
import { PROFILES, type ProfileName } from '../../../shared/protocol/profiles.ts';

/* Each compatibility row of older clients has a test with its name, and a line in the guide. */

const HERE = new URL('.', import.meta.url);
const GUIDE = new URL('../../../docs/guides/vendor-profiles.md', HERE);
const ROWS = Array.from({ length: 38 }, (_, index) => `V-${index + 1}`);

const namesIn = (text: string, form: RegExp) => [
  ...new Set([...text.matchAll(form)].map((match) => match[1])),
];

describe('the compatibility rows of older clients', () => {
  it('each have one test whose title begins with their name', () => {
    const files = readdirSync(HERE).filter((name) => /\.test\.ts$/.test(name));
    const tests = files.map((name) => readFileSync(new URL(name, HERE), 'utf8')).join('\n');
    expect(namesIn(tests, /\bit\('(V-\d+):/g)).toEqual(expect.arrayContaining(ROWS));
    expect(namesIn(tests, /\bit\('(V-\d+):/g)).toHaveLength(ROWS.length);
  });

  it('each have a line in the guide, in order', () => {
    expect(namesIn(readFileSync(GUIDE, 'utf8'), /^\| (V-\d+) \|/gm)).toEqual(ROWS);
  });
});

describe('the OpenAPI document of an older profile', () => {
  const schemaOf = (profile: ProfileName, name: string, member: string) => {
    const { components } = openApiDocument(PROFILES[profile]);
    return components.schemas[name]?.properties?.[member];
  };

  it('describes amounts in the units of the profile', () => {
    const text = { type: 'string', pattern: expect.any(String) };
    expect(schemaOf('mcash', 'paymentCreateBody', 'amount')).toMatchObject(text);
    expect(schemaOf('mcash', 'paymentOutcomeReply', 'interchange_fee')).toMatchObject(text);
    expect(schemaOf('mcash', 'paymentOutcomeReply', 'status_code')).toMatchObject({
      type: 'integer',
    });
    for (const profile of ['svc', 'settle', 'mcash-minor'] as const) {
      expect(schemaOf(profile, 'paymentCreateBody', 'amount')).toMatchObject({ type: 'integer' });
    }
  });
});
