import { configureGlobal } from 'fast-check';

/*
 * Every property test of a run tries the values of one seed: that of the last commit, or `PROPERTY_SEED`. A
 * property that fails for a commit then fails for it on every machine and in every run.
 */
configureGlobal({ seed: Number(process.env.PROPERTY_SEED) });
