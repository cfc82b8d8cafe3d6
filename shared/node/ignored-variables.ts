/**
 * A sentence about the variables `TILLKIT_…` of the environment, for a command that reads none of them: they
 * are options of the service and of the admin commands. Null if there is none.
 */
export function ignoredVariables(env: Readonly<Record<string, string | undefined>>): string | null {
  const names = Object.keys(env).filter((name) => /^TILLKIT_/i.test(name));
  if (names.length === 0) return null;
  const readers = 'tillkit service and tillkit admin read such variables';
  return `No effect here: ${names.sort().join(', ')}. ${readers}; see --help for the options.`;
}

/** Prints that sentence on standard error, at the start of a command. */
export function noteIgnoredVariables(): void {
  const sentence = ignoredVariables(process.env);
  if (sentence !== null) process.stderr.write(`${sentence}\n`);
}
