import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { isReady, sayCheck } from '../../shared/device/pairing/checks.ts';
import { noteIgnoredVariables } from '../../shared/node/ignored-variables.ts';
import { printedVersion } from '../../shared/node/version.ts';
import { deviceName, thisMachine } from '../host/adapters/machine.ts';
import { refuseMixedData } from '../host/pairing/connection-file.ts';
import { hostChecks, hostPairDeps, pairByCode } from '../host/pairing/pair-till.ts';
import { chooseSecretStore, NO_SYSTEM_SECRETS } from '../host/secrets/choose-store.ts';
import { startFailure } from '../host/start-error.ts';
import { PAIR_HELP, type PairOptions, parsePair } from './pair/arguments.ts';

const print = (sentence: string) => console.log(sentence);

/** Pairs a till without a screen and returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const request = parsePair(args);
  if (!request.ok) {
    console.error(request.refusal.description);
    return 2;
  }
  if (request.value.kind === 'help') {
    print(PAIR_HELP);
    return 0;
  }
  try {
    return await pair(request.value.options);
  } catch (error) {
    console.error(`The till was not paired: ${startFailure(error)}`);
    return 1;
  }
}

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
  const deps = hostPairDeps(directory, secrets.value, thisMachine);
  const device = options.name ?? deviceName();
  const done = await pairByCode(deps, { baseUrl, code, credentials, device });
  if (done.kind === 'problem') {
    const wait = done.retryAfter === null ? '' : ` Wait ${done.retryAfter} s.`;
    console.error(`The till was not paired: ${done.description}${wait}`);
    return 1;
  }
  const { settings, connection, access } = done.till;
  print(`This till is "${connection.pos_id}" of ${settings.shop.name} now.`);
  const results = await hostChecks(access, connection.pos_id, settings.currency);
  for (const result of results) print(`${result.number}. ${result.state}: ${sayCheck(result)}`);
  return isReady(results) ? 0 : 1;
}

noteIgnoredVariables();
if (!printedVersion(process.argv.slice(2))) process.exitCode = await main(process.argv.slice(2));
