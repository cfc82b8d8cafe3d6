import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { type Cipher, openSecretStore, type SecretStore } from './secret-store.ts';

/** The operating system's store for secrets, or why there is none. */
export type SystemSecrets =
  | { readonly kind: 'available'; readonly cipher: Cipher }
  | { readonly kind: 'absent'; readonly because: string };

/** Only Electron reaches the operating system's store. */
export const NO_SYSTEM_SECRETS: SystemSecrets = {
  kind: 'absent',
  because: 'the operating system’s key store is reached through Electron alone',
};

/**
 * Chooses the store for a till's secrets: the operating system's store, or a file if there is none
 * and the operator has allowed it.
 */
export function chooseSecretStore(
  directory: string,
  system: SystemSecrets,
  file: 'allowed' | 'refused',
): Answer<SecretStore> {
  if (system.kind === 'available') return answer(openSecretStore(directory, system.cipher));
  if (file === 'allowed') return answer(openSecretStore(directory, null));
  return refuse(
    'Conflict',
    `The till's key cannot be kept safely: ${system.because}. With --secret-file it is kept in a ` +
      'file that only this user can read.',
  );
}
