import { fileURLToPath } from 'node:url';

/** The environment variable of `newer-service.ts`: the number of its additional steps. */
export const STEPS_AFTER = 'TEST_STEPS_AFTER';

const NEWER = fileURLToPath(new URL('newer-service.ts', import.meta.url));

/** A program that is the service of one version. */
export type Version = {
  readonly name: string;
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
};

/** This version with `added` more steps of the schema, each of which allows the version before it. */
export function laterVersion(added: number): Version {
  const name = added === 0 ? 'this version' : `this version and ${added} more`;
  return { name, entry: NEWER, env: { [STEPS_AFTER]: String(added) } };
}
