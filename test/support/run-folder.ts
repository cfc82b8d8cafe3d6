/** The variable with the folder of the run; the process that started the run sets it for the workers. */
export const RUN_FOLDER = 'TILLKIT_TEST_RUN';

/** The folder below it with a file for each running PostgreSQL server; its name is the process id. */
export const SERVERS = 'servers';
