/** Where the program of a thread is. A bundle has it as a file of its own, so it has another version of this module. */
export const THREAD_FILE = new URL('./picture-thread.ts', import.meta.url);
