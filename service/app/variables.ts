import { nearestName } from './nearest-name.ts';
import { OPTIONS, type OptionName, variableOf } from './usage.ts';

/** Variables of the environment with this prefix are the service's. */
const PREFIX = /^TILLKIT_/i;

/** The options that have a variable. The keys of the table are exactly its names. */
export const OPTIONS_IN_ENVIRONMENT = (Object.keys(OPTIONS) as OptionName[]).filter(
  (name) => name !== 'help',
);
const KNOWN: readonly string[] = OPTIONS_IN_ENVIRONMENT.map(variableOf);

/**
 * A sentence for each variable with the prefix that no option has: a mistyped one would be without effect, and
 * nobody would notice. The names of variables have no case on Windows.
 */
export function unknownVariables(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly string[] {
  const unknown = Object.keys(env).filter((name) => {
    const written = platform === 'win32' ? name.toUpperCase() : name;
    return PREFIX.test(name) && !KNOWN.includes(written);
  });
  return unknown.sort().map((name) => {
    const nearest = nearestName(name.toUpperCase(), KNOWN);
    return nearest === null
      ? `There is no variable ${name}; remove it, or see tillkit service --help for the options.`
      : `There is no variable ${name}; did you mean ${nearest}?`;
  });
}
