/** The product cannot start; the message is one sentence for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Why a start failed, as one line for the operator, without a stack. */
export function startFailure(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  const [line = 'unknown'] = words.split('\n', 1);
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return `A port is taken by another program (${line}). Choose another with --port.`;
  }
  const blocked = pathProblem(error);
  if (blocked !== null) return blocked;
  return code === 'EACCES' || code === 'EPERM' ? `The system does not allow it (${line}).` : line;
}

/** What is wrong with the path of a file or a folder, and what to do; null for any other error. */
export function pathProblem(error: unknown): string | null {
  const path = error instanceof Error && 'path' in error ? error.path : null;
  if (typeof path !== 'string') return null;
  const code = codeOf(error);
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `${path} must be a folder, and there is a file at it or on the way to it. Move the file, then start again.`;
    case 'EISDIR':
      return `${path} must be a file, and there is a folder. Move the folder, then start again.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `This user may not read or write ${path} (${code}). Allow it, or choose another folder for the data.`;
    default:
      return null;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
