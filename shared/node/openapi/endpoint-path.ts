/** A path of the route table in OpenAPI's form: `/pos/:pos_id/` is `/pos/{pos_id}/`. */
export function openApiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

/** The names of a path's parameters, in order. */
export function paramsOf(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
}
