/**
 * The arguments of Node.js with which a test starts a command of the product that only waits for answers. Its
 * deadlines are then as long as those of the test, so its result is the same on a busy machine.
 */
export const PATIENT: readonly string[] = [
  `--import=${new URL('./patient-process.ts', import.meta.url).href}`,
];
