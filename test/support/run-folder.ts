/** The variable with the folder of the run; the workers have it from whoever began the run. */
export const RUN_FOLDER = 'TILLKIT_TEST_RUN';

/** The folder below it with a file for each PostgreSQL server that runs; its name is the process. */
export const SERVERS = 'servers';
