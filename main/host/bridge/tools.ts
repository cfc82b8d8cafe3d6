import { z } from 'zod';
import {
  type BridgeAnswer,
  diagnosisCommand,
  printingCommand,
} from '../../../shared/bridge/contract.ts';
import { refuse } from '../../../shared/protocol/errors.ts';
import type { Desk } from '../desk/desk.ts';
import type { Diagnosis } from '../diagnosis/diagnosis.ts';
import type { Printing } from '../printing/printing.ts';
import type { Scene } from './scene.ts';

/** What a till has beside its terminal: a printer, and eyes for its own troubles. */
export type Tools = { readonly printing: Printing | null; readonly diagnosis: Diagnosis | null };

/** Who may give which command. */
type Gate = Pick<Desk, 'refuses'>;

/**
 * Adds a till's tools to what stands behind a screen: their commands are taken here and all others
 * go on, and their views come with every snapshot.
 */
export function withTools(
  { source, dispatch }: Scene,
  tools: Tools,
  desk: Gate | null = null,
): Scene {
  const { printing, diagnosis } = tools;
  const snapshot = () => {
    const found = diagnosis?.view() ?? null;
    return {
      ...source.snapshot(),
      ...(printing === null ? {} : { printing: printing.view() }),
      ...(found === null ? {} : { diagnosis: found }),
    };
  };
  return {
    source: {
      snapshot,
      subscribe(listener) {
        const tell = () => listener(snapshot());
        const stops = [source, printing, diagnosis].map((one) => one?.subscribe(tell));
        return () => {
          for (const stop of stops) stop?.();
        };
      },
    },
    dispatch: async (command) => {
      try {
        return (await ownAnswer(command, tools, desk)) ?? (await dispatch(command));
      } catch {
        return refuse('Internal Server Error', 'The till could not do this. Try again.');
      }
    },
  };
}

const NO_PRINTER = refuse('Conflict', 'No receipt printer is set up on this till.');
const NO_DIAGNOSIS = refuse('Conflict', 'This till cannot look at itself.');
const toolCommand = z.union([printingCommand, diagnosisCommand]);
type ToolCommand = z.output<typeof toolCommand>;

/** Null for a command that is somebody else's. */
async function ownAnswer(
  command: unknown,
  tools: Tools,
  desk: Gate | null,
): Promise<BridgeAnswer | null> {
  const own = toolCommand.safeParse(command).data;
  if (own === undefined) return null;
  // These do not come through the terminal's dispatch, so the table of roles is asked here.
  return desk?.refuses(own.type) ?? run(own, tools);
}

async function run(command: ToolCommand, { printing, diagnosis }: Tools): Promise<BridgeAnswer> {
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
      return diagnosis?.look() ?? NO_DIAGNOSIS;
    case 'support_bundle':
      return diagnosis?.bundle() ?? NO_DIAGNOSIS;
  }
}
