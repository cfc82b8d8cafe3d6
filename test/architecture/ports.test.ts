import { expect, it } from 'vitest';
import { codeOf, PRODUCT_FILES } from './sources.ts';

/*
 * The clock, the randomness, the network and the devices of a machine are ports (D-550). Only the rim of the program
 * touches them; everything else receives them, so that a test and the simulation run what is sold.
 */

/** What the platform offers without asking for a port. */
const PLATFORM =
  /\bDate\.now\(|\bnew Date\(\)|\bperformance\.(now|timeOrigin)\b|(?<![.\w])fetch\(|\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b|(?<![.\w])set(Timeout|Interval)\(|\bprocess\.env\b/;
/** The same as values of this machine. */
const MACHINE =
  /\b(system(Clock|Ids|Fetch)|secureRandom|runtime(Clock|Ids|Fetch|Random)|thisMachine|MACHINE_PORTS|real(Books)?Disk|realFiles)\b/;

/** The parts of the product that a till consists of, apart from its windows and its commands. */
const IS_TILL = /^(main\/host|shared)\//;

/** The rim: where the machine becomes ports, and the entries of programs that bring none. */
const RIM: readonly string[] = [
  // The machine as ports.
  'main/host/adapters/machine.ts',
  'main/host/adapters/small-files.ts',
  'main/host/till/ports.ts',
  'shared/node/random.ts',
  'shared/node/system-clock.ts',
  'shared/runtime.ts',
  // Reads the variables of a command.
  'shared/node/ignored-variables.ts',
  // Disks of this machine.
  'main/host/books/book-files.ts',
  'main/host/journal/disk.ts',
  // Entries: a program without ports of its own calls them.
  'main/host/index.ts',
  'main/host/on-this-machine.ts',
  'main/host/terminal/connect.ts',
  'main/host/terminal/start-terminal.ts',
  'shared/client/client.ts',
  'shared/client/receiver.ts',
  'shared/terminal/create-terminal.ts',
];

/** Durations that are only written into traces and logs; no rule reads them. */
const MEASURES: readonly string[] = [
  'shared/node/http/request-note.ts',
  'shared/node/tracing/open-tracing.ts',
  'shared/node/tracing/otlp-export.ts',
];

const uses = (file: string) => PLATFORM.test(codeOf(file)) || MACHINE.test(codeOf(file));

it('only the rim of a till touches the clock, the randomness, the network and the variables of its machine', () => {
  const till = PRODUCT_FILES.filter((file) => IS_TILL.test(file));
  expect(till.length).toBeGreaterThan(500);
  const allowed = new Set([...RIM, ...MEASURES]);
  expect(till.filter((file) => uses(file) && !allowed.has(file))).toEqual([]);
  // A file that touches nothing any more leaves the list.
  expect([...allowed].filter((file) => !uses(file))).toEqual([]);
});
