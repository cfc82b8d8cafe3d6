import { generateRsaKeyPair } from '../../../shared/node/key-pair.ts';
import type { CheckResult } from '../../../shared/pairing/checks.ts';
import { type Machine, secureRandom, systemClock, systemFetch } from '../adapters/machine.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { TillAccess } from '../service/access.ts';
import type { PairDeps } from './pair-till.ts';
import { runChecks } from './run-checks.ts';

/** The machine's dependencies of a pairing. */
export function hostPairDeps(directory: string, secrets: SecretStore, machine: Machine): PairDeps {
  return {
    directory,
    secrets,
    fetch: systemFetch,
    makeKeyPair: () => generateRsaKeyPair(),
    systemLanguage: machine.env.LC_ALL || machine.env.LANG,
  };
}

/** Runs the checks of this machine's connection to its service. */
export function hostChecks(access: TillAccess, posId: string): Promise<readonly CheckResult[]> {
  const { baseUrl, identity } = access;
  const deps = { fetch: systemFetch, clock: systemClock, random: secureRandom };
  return runChecks({ ...deps, baseUrl, identity, posId });
}
