import type { TILL_STATUS_ROUTES } from '../routes/till-status.ts';
import type { ExamplesOf } from './example.ts';

export const TILL_STATUS_EXAMPLES: ExamplesOf<keyof typeof TILL_STATUS_ROUTES> = {
  tillStatusPut: {
    params: { pos_id: 'kasse-1' },
    body: {
      version: '0.1.0',
      clock: '2026-11-27 12:00:00',
      screen: 'idle',
      printer: 'ready',
      disk_free_bytes: 21_474_836_480,
      journal_bytes: 184_320,
      unsent: 0,
      open_bills: 2,
    },
    status: 204,
  },
};
