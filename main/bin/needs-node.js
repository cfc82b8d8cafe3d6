// Plain JavaScript: an older Node cannot load the rest. Every command imports this file first
// (`node --import`); an older Node then prints one sentence and ends.
import './end-with-npm.js';

const NEEDED = 24;

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  console.error(`Tillkit needs Node ${NEEDED} or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
