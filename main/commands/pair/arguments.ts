import { readServiceAddress } from '../../../shared/device/pairing/address.ts';
import { readArguments } from '../../../shared/node/read-arguments.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { readPairingCode } from '../../../shared/protocol/pairing-code.ts';

export const PAIR_HELP = `Pairs a till without a screen.

  --service URL   address of the payment service
  --code CODE     pairing code of the merchant portal (Tills, "Pair a till")
  --data DIR      the till's data folder
  --name TEXT     name of this machine in the portal; its host name by default
  --secret-file   keep the till's key in a file that only this user can read if the operating
                  system has no key store
  --with-secret   use a secret of the service instead of a key pair
  --version       print the version
  --help          this text

The till makes a key pair, registers the public key with the code, and checks the connection. The
private key never leaves this machine.`;

export type PairOptions = {
  readonly baseUrl: string;
  readonly code: string;
  readonly directory: string;
  readonly name: string | null;
  readonly file: 'allowed' | 'refused';
  readonly credentials: 'key' | 'secret';
};

export type PairRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'pair'; readonly options: PairOptions };

/** Reads the command line; a refusal's description is printed for the operator. */
export function parsePair(args: readonly string[]): Answer<PairRequest> {
  const parsed = readArguments({
    args: [...args],
    options: {
      service: { type: 'string' },
      code: { type: 'string' },
      data: { type: 'string' },
      name: { type: 'string' },
      'secret-file': { type: 'boolean' },
      'with-secret': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (!parsed.ok) return parsed;
  const { values } = parsed.value;
  if (values.help === true) return answer({ kind: 'help' });
  const { service, code: typed, data: directory, name } = values;
  if (!service || !typed || !directory) {
    return refuse('Bad Request', '--service, --code and --data are required. See --help.');
  }
  const baseUrl = readServiceAddress(service);
  if (!baseUrl.ok) return baseUrl;
  const code = readPairingCode(typed);
  if (code === null) {
    return refuse('Bad Request', '--code must be the eight letters and digits of the portal.');
  }
  if (name !== undefined && (name === '' || name.length > LIMITS.pairingNameMax)) {
    return refuse('Bad Request', `--name must have 1 to ${LIMITS.pairingNameMax} characters.`);
  }
  return answer({
    kind: 'pair',
    options: {
      baseUrl: baseUrl.value,
      code,
      directory,
      name: name ?? null,
      file: values['secret-file'] === true ? 'allowed' : 'refused',
      credentials: values['with-secret'] === true ? 'secret' : 'key',
    },
  });
}
