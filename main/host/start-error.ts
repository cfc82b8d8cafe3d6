/** The product cannot start; the message is one sentence for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Why a start failed, as one line for the operator, without a stack. */
export function startFailure(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  const [line = 'unknown'] = words.split('\n', 1);
  if (codeOf(error) === 'EADDRINUSE') {
    return `A port is taken by another program (${line}). Choose another with --port.`;
  }
  if (codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM') {
    return `The system does not allow it (${line}).`;
  }
  return line;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
