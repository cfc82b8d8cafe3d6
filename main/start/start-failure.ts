/** Why a start failed, as one line for the person who started it; never a stack. */
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
