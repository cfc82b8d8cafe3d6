import type { JsonSchema } from './json-schema.ts';

/** A body by media type. */
export type Content = Readonly<
  Record<
    string,
    {
      readonly schema: JsonSchema;
      readonly example?: unknown;
      /** Media types of a form's parts. */
      readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
    }
  >
>;

/** One parameter of an operation. */
export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  /** A value of the schema's type. */
  readonly example?: string | number | boolean;
};

/** One operation of an OpenAPI document. */
export type Operation = {
  /** Name of the route. */
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  /** Details that do not fit into the summary, as sentences. */
  readonly description?: string;
  readonly 'x-auth-level': string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content }>
  >;
};

/** A path of the route table in OpenAPI's form: `/pos/:pos_id/` is `/pos/{pos_id}/`. */
export function openApiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

/** The names of a path's parameters, in order. */
export function paramsOf(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
}

/** The text of a query or a path as the value that its schema describes. */
export function exampleIn(schema: JsonSchema, text: string): string | number | boolean {
  if (schema.type === 'integer') return Number(text);
  return schema.type === 'boolean' ? text === 'true' : text;
}
