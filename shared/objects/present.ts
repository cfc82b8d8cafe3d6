/** The members of an object that have a value; members that may be absent are optional. */
type Present<T> = {
  [Name in keyof T as HasValue<T[Name], Name>]: T[Name];
} & {
  [Name in keyof T as Exclude<Name, HasValue<T[Name], Name>>]?: NonNullable<T[Name]>;
};
/** The name, if the member always has a value. */
type HasValue<Value, Name> = null extends Value ? never : undefined extends Value ? never : Name;

/**
 * Copies the members that are neither null nor undefined, in their order. Optional members of the
 * project's types are absent or have a value (`exactOptionalPropertyTypes`), so they are set by
 * `...present({ text, label })`.
 */
export function present<const T extends object>(members: T): Present<T> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== null && value !== undefined) kept[name] = value;
  }
  return kept as Present<T>;
}
