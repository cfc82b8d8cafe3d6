import { walletEn } from './en/wallet.ts';
import { loadedWords } from './language.ts';

export type { WalletWords } from './en/wallet.ts';

/** Words of the wallet by language; a text missing in one does not compile. */
export const WALLET_WORDS = loadedWords(walletEn, {
  nb: async () => (await import('./nb/wallet.ts')).walletNb,
  de: async () => (await import('./de/wallet.ts')).walletDe,
  ar: async () => (await import('./ar/wallet.ts')).walletAr,
});
