import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tillReferencePages } from '../../main/host/local-api/openapi/write-docs.ts';
import { THREATS } from '../../service/api/openapi/reference/threats.ts';
import { referencePages } from '../../service/api/openapi/write-docs.ts';
import { operatorReference } from '../../service/app/admin/operator-reference.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';

const ROOT = new URL('../../', import.meta.url);
const text = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');
const pages: Readonly<Record<string, string>> = {
  ...(await referencePages()),
  ...tillReferencePages(),
  'operator-api.md': operatorReference(),
};

describe('the reference', () => {
  it.each(Object.keys(pages))('%s is up to date; if not, run `npm run docs`', (name) => {
    expect(text(`docs/reference/${name}`)).toBe(pages[name]);
  });

  it('has a line for every limit', () => {
    for (const name of Object.keys(LIMITS)) expect(pages['limits.md']).toContain(`| \`${name}\` |`);
  });

  it('names only tests that exist', () => {
    expect(THREATS.length).toBeGreaterThan(20);
    for (const { test } of THREATS) {
      if (test === null) continue;
      expect([test.file, existsSync(new URL(test.file, ROOT))]).toEqual([test.file, true]);
      expect(text(test.file)).toContain(test.name);
    }
  });
});
