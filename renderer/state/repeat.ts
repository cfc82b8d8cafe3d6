/** A command whose answer is not known, with its id. */
export type Repeat = { readonly content: string; readonly id: string };

/** The same command again, because its answer was lost, has the same id, so that nothing is done twice. */
export function repeatOf(last: Repeat | null, command: unknown, newId: () => string): Repeat {
  const content = JSON.stringify(command);
  return last?.content === content ? last : { content, id: newId() };
}
