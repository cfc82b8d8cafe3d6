// npm starts a script by a shell. When npm gets SIGTERM it ends the shell, and the shell's child, this
// process, would go on alone: `npx tillkit service` would leave a service that holds its port (D-469).
// Plain JavaScript, as its neighbour.
const EVERY = 500;

// Only where the script is this command: another script may start a service that is to outlive it.
if (/tillkit|needs-node/.test(process.env.npm_lifecycle_script ?? '')) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (hasEnded(parent)) {
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
