import { refuse } from '../../../shared/protocol/errors.ts';

/** Says in one sentence why a file could not be written. */
export function writeFailure(path: string) {
  return (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EEXIST') return refuse('Conflict', `${path} is there already; name a new file.`);
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    return refuse('Bad Request', `${path} cannot be written: ${why}`);
  };
}
