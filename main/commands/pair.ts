import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { isReady, sayCheck } from '../../shared/device/pairing/checks.ts';
import { startCommand } from '../../shared/node/command.ts';
import { deviceName, thisMachine } from '../host/adapters/machine.ts';
import { refuseMixedData } from '../host/pairing/connection-file.ts';
import { hostChecks, hostPairDeps, pairByCode } from '../host/pairing/pair-till.ts';
import { chooseSecretStore, NO_SYSTEM_SECRETS } from '../host/secrets/choose-store.ts';
import { startFailure } from '../host/start-error.ts';
import { MACHINE_PORTS } from '../host/till/ports.ts';
import { PAIR_HELP, type PairOptions, parsePair } from './pair/arguments.ts';

const print = (sentence: string) => console.log(sentence);

/** Pairs a till without a screen; returns the exit code. */
async function pair(options: PairOptions): Promise<number> {
  const { baseUrl, code, credentials, file } = options;
  const directory = resolve(options.directory);
  const secrets = chooseSecretStore(directory, NO_SYSTEM_SECRETS, file);
  if (!secrets.ok) {
    console.error(secrets.refusal.description);
    return 1;
  }
  refuseMixedData(directory);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const deps = hostPairDeps(directory, secrets.value, thisMachine, MACHINE_PORTS);
  const device = options.name ?? deviceName();
  const done = await pairByCode(deps, { baseUrl, code, credentials, device });
  if (done.kind === 'problem') {
    const wait = done.retryAfter === null ? '' : ` Wait ${done.retryAfter} s.`;
    console.error(`The till was not paired: ${done.description}${wait}`);
    return 1;
  }
  const { settings, connection, access } = done.till;
  print(`This till is "${connection.pos_id}" of ${settings.shop.name} now.`);
  const results = await hostChecks(access, connection.pos_id, settings.currency, MACHINE_PORTS);
  for (const result of results) print(`${result.number}. ${result.state}: ${sayCheck(result)}`);
  return isReady(results) ? 0 : 1;
}

await startCommand({
  help: PAIR_HELP,
  parse: parsePair,
  run: ({ options }) => pair(options),
  sentenceOf: (error) => `The till was not paired: ${startFailure(error)}`,
});
