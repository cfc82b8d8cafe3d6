import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { LAST_RESORT } from './last-resort.ts';

/*
 * If a host such as `localhost` has two addresses, Node gives up the first one after 250 ms. A test worker
 * that stands still for so long has not read the answer yet, and on the second address nothing listens.
 */
setDefaultAutoSelectFamilyAttemptTimeout(LAST_RESORT);
