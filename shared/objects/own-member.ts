/**
 * The member of a table that is keyed by something that a till, a shop or a customer chose; undefined if it has none. A
 * sale may be called `constructor`, which every object answers with a function.
 */
export function ownMember<T>(
  table: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}
