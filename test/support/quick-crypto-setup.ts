import { beginQuickCrypto } from './quick-crypto.ts';

/* Every file of a worker begins with the run's first key. */
beginQuickCrypto();
