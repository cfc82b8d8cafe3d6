import { z } from 'zod';
import type { DiagnosisResult } from '../diagnosis/checks.ts';
import type { Instant } from '../time/clock.ts';

/** What a screen may ask when something is wrong. Both are refused while a sale is open. */
export const diagnosisCommand = z.discriminatedUnion('type', [
  /** Looks at everything once; what is found comes in the snapshots, line by line. */
  z.object({ type: z.literal('diagnose') }),
  /** Writes a file for support, without secrets; answers its path as the id. */
  z.object({ type: z.literal('support_bundle') }),
]);

/** How far a look has come. */
export type DiagnosisView = {
  readonly state: 'running' | 'done' | 'broken_off';
  readonly at: Instant;
  readonly results: readonly DiagnosisResult[];
};
