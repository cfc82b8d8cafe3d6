import { z } from 'zod';
import {
  type BridgeAnswer,
  diagnosisCommand,
  printingCommand,
  type TillSettings,
} from '../../../shared/bridge/contract.ts';
import { refuse } from '../../../shared/protocol/errors.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import type { TillFeatures } from './features.ts';
import { createScreenSource, type ScreenSource } from './screen-source.ts';

/** Where a screen's snapshots come from, and where its commands go. */
export type ScreenBackend = { readonly source: ScreenSource; readonly dispatch: Dispatch };

/** The features that a till without staff keeps: its screens must not wait for an unlock. */
export function unattendedFeatures({ printing, diagnosis }: TillFeatures): TillFeatures {
  return {
    ...(printing === undefined ? {} : { printing }),
    ...(diagnosis === undefined ? {} : { diagnosis }),
  };
}

/**
 * The backend of a till at work. Every command passes the back office's table of roles first.
 * Printing and diagnosis commands are answered here; the dispatch answers all others.
 */
export function createScreenBackend(
  terminal: Terminal,
  settings: TillSettings,
  features: TillFeatures = {},
): ScreenBackend {
  const source = createScreenSource(terminal, settings, features);
  const dispatch = createDispatch(terminal, features);
  if (features.printing === undefined && features.diagnosis === undefined) {
    return { source, dispatch };
  }
  return {
    source,
    dispatch: async (command) => {
      try {
        return (await maintain(command, features)) ?? (await dispatch(command));
      } catch {
        return refuse('Internal Server Error', 'The till could not do this. Try again.');
      }
    },
  };
}

const NO_PRINTER = refuse('Conflict', 'No receipt printer is set up on this till.');
const NO_DIAGNOSIS = refuse('Conflict', 'This till has no diagnosis.');
const maintenanceCommand = z.union([printingCommand, diagnosisCommand]);
type MaintenanceCommand = z.output<typeof maintenanceCommand>;

/** Answers a printing or diagnosis command; null for any other command. */
async function maintain(command: unknown, features: TillFeatures): Promise<BridgeAnswer | null> {
  const parsed = maintenanceCommand.safeParse(command).data;
  if (parsed === undefined) return null;
  // These commands do not pass the terminal's dispatch, so the table of roles is checked here.
  return features.backOffice?.refuses(parsed.type) ?? run(parsed, features);
}

async function run(
  command: MaintenanceCommand,
  { printing, diagnosis }: TillFeatures,
): Promise<BridgeAnswer> {
  switch (command.type) {
    case 'print_receipt':
      return printing?.receipt(command.saleId) ?? NO_PRINTER;
    case 'print_test_page':
      return printing?.testPage() ?? NO_PRINTER;
    case 'print_day':
      return printing?.daySlip(command.day ?? null) ?? NO_PRINTER;
    case 'print_job': {
      const { act, jobId } = command;
      return (act === 'again' ? printing?.again(jobId) : printing?.drop(jobId)) ?? NO_PRINTER;
    }
    case 'diagnose':
      return diagnosis?.start() ?? NO_DIAGNOSIS;
    case 'support_bundle':
      return diagnosis?.bundle() ?? NO_DIAGNOSIS;
  }
}
