// npm starts a script by a shell. When npm gets SIGTERM it ends the shell, and the shell's child, this
// process, would go on alone: `npx tillkit service` would leave a service that holds its port (D-469).
// After SIGHUP or SIGKILL npm is gone, and its shell still waits for this process.
// Plain JavaScript, as its neighbour.
import { readFileSync } from 'node:fs';

const EVERY = 500;

// Only where the script is this command: another script may start a service that is to outlive it.
if (/tillkit|needs-node/.test(process.env.npm_lifecycle_script ?? '')) {
  const parent = process.ppid;
  const npm = npmOver(parent);
  const watch = setInterval(() => {
    if (hasEnded(parent) || (npm !== null && parentOf(parent) !== npm)) {
      clearInterval(watch);
      process.kill(process.pid, 'SIGTERM');
    }
  }, EVERY);
  watch.unref();
}

/** @param {number} parent */
function hasEnded(parent) {
  if (process.ppid !== parent) return true;
  // On Windows the number stays when the process has ended.
  try {
    process.kill(parent, 0);
    return false;
  } catch (error) {
    return Object(error).code === 'ESRCH';
  }
}

/**
 * The npm that started this shell; null if another program did, such as the shell of a person who leaves a
 * service behind, and where the machine does not say it.
 * @param {number} shell
 */
function npmOver(shell) {
  const above = parentOf(shell);
  return above !== null && /^npm\b/.test(fieldsOf(above)?.name ?? '') ? above : null;
}

/** @param {number} pid */
function parentOf(pid) {
  return fieldsOf(pid)?.parent ?? null;
}

/**
 * Name and parent of a process on Linux. The name stands between brackets and may have any sign.
 * @param {number} pid
 */
function fieldsOf(pid) {
  try {
    const [, name = '', parent] =
      /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return null;
  }
}
