/** The variable with the folder of the run; the workers have it from whoever began the run. */
export const RUN_FOLDER = 'TILLKIT_TEST_RUN';
