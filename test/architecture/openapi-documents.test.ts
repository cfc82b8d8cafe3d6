import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { tillDocument } from '../../main/host/local-api/openapi/document.ts';
import { openApiDocument } from '../../service/api/openapi/document.ts';
import { PROFILES } from '../../shared/protocol/profiles.ts';

/* The descriptions of the APIs under the strict rules of a linter, and what generators stumble over. */

const DOCUMENTS: readonly (readonly [string, object])[] = [
  ...Object.values(PROFILES).map((profile) => [profile.name, openApiDocument(profile)] as const),
  ['till', tillDocument()],
];

const RULES = {
  // The specification demands the last slash of each path.
  'no-path-trailing-slash': 'off',
  // `/last_settlement/` redirects, and `/oauth2/error` is the page of an error.
  'operation-2xx-response': 'off',
  'no-duplicated-tag-names': 'error',
  'no-enum-type-mismatch': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-required-schema-properties-undefined': 'error',
  'no-schema-type-mismatch': 'error',
  'no-unused-components': 'error',
  'operation-singular-tag': 'error',
  'operation-tag-defined': 'error',
  'tag-description': 'error',
} as const;

/** The frames of the till's socket are components, which no operation can name. */
const TILL_RULES = { ...RULES, 'no-unused-components': 'off' } as const;

it.each(DOCUMENTS)('the linter has nothing against the description %s', async (name, document) => {
  const rules = name === 'till' ? TILL_RULES : RULES;
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  const found = problems.map(({ ruleId, message, location }) =>
    [ruleId, location[0]?.pointer, message].join(' '),
  );
  expect(found).toEqual([]);
});

it.each(DOCUMENTS)(
  'the description %s has a default only where it fits its type',
  (_, document) => {
    const { components, paths } = Object(document);
    // In a body it would make generators demand the member, and a reply has every member.
    expect(placesOf('default', components.schemas)).toEqual([]);
    for (const { operationId, name, schema } of parametersOf(paths)) {
      if (schema.default === undefined) continue;
      const type = typeof schema.default === 'number' ? 'integer' : typeof schema.default;
      expect([operationId, name, schema.type]).toEqual([operationId, name, type]);
    }
  },
);

it.each(DOCUMENTS)('the description %s has the body of each error', (_, document) => {
  // The refusal of a socket has no body.
  const operations = operationsOf(Object(document).paths).filter(
    (one) => !('101' in one.responses),
  );
  const without = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status, response]) => Number(status) >= 400 && !Object(response).content)
      .map(([status]) => `${operationId} ${status}`),
  );
  expect(without).toEqual([]);
});

type Named = {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly schema: { readonly type?: unknown; readonly default?: unknown };
  }[];
  readonly responses: object;
};

function operationsOf(paths: object): readonly Named[] {
  return Object.values(paths).flatMap((item) => Object.values<Named>(item));
}

function parametersOf(paths: object) {
  return operationsOf(paths).flatMap(({ operationId, parameters }) =>
    parameters.map((parameter) => ({ operationId, ...parameter })),
  );
}

/** Where a keyword is used in schemas; the names of members are no keywords. */
function placesOf(keyword: string, value: unknown, place = '', names = true): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    ...(key === keyword && !names ? [place] : []),
    ...placesOf(keyword, member, `${place}/${key}`, !names && key === 'properties'),
  ]);
}
