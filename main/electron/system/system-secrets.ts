import { safeStorage } from 'electron';
import type { SystemSecrets } from '../../host/secrets/choose-store.ts';

/**
 * The operating system's store for secrets, through Electron. On Linux without a key store Electron
 * would use a publicly known password; this counts as no store.
 */
export async function systemSecrets(platform: NodeJS.Platform): Promise<SystemSecrets> {
  if (!(await safeStorage.isAsyncEncryptionAvailable().catch(() => false))) {
    return { kind: 'absent', because: 'the operating system has no key store that is unlocked' };
  }
  const backend = platform === 'linux' ? safeStorage.getSelectedStorageBackend() : platform;
  if (backend === 'basic_text' || backend === 'unknown') {
    return { kind: 'absent', because: 'this desktop has no key store' };
  }
  return {
    kind: 'available',
    cipher: {
      backend: `os:${backend}`,
      async protect(text) {
        return (await safeStorage.encryptStringAsync(text)).toString('base64');
      },
      async reveal(text) {
        return (await safeStorage.decryptStringAsync(Buffer.from(text, 'base64'))).result;
      },
    },
  };
}
