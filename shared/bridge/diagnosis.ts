import { z } from 'zod';
import type { DiagnosisResult } from '../diagnosis/checks.ts';
import type { Instant } from '../time/clock.ts';

/** Commands of a screen that examine the till. The host refuses both while a sale is open. */
export const diagnosisCommands = [
  /** Looks at everything once; what is found comes in the snapshots, line by line. */
  z.object({ type: z.literal('diagnose') }),
  /** Writes a file for support, without secrets; answers its path as the id. */
  z.object({ type: z.literal('support_bundle') }),
] as const;

/** How far a look has come. */
export type DiagnosisView = {
  readonly state: 'running' | 'done' | 'broken_off';
  readonly at: Instant;
  readonly results: readonly DiagnosisResult[];
};
