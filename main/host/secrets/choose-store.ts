import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { type Cipher, openSecretStore, type SecretStore } from './secret-store.ts';

/** What the machine offers: the operating system's own store, or why there is none. */
export type SystemSecrets =
  | { readonly kind: 'available'; readonly cipher: Cipher }
  | { readonly kind: 'absent'; readonly because: string };

/** Without Electron nothing here speaks to the operating system's store. */
export const NO_SYSTEM_SECRETS: SystemSecrets = {
  kind: 'absent',
  because: 'the operating system’s key store is reached through Electron alone',
};

/**
 * The store for a till's secrets. The operating system's comes first; a file is used only where
 * someone has said so, and never instead of a store that is there.
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
