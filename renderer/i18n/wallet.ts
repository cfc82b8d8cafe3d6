import { walletAr } from './ar/wallet.ts';
import { walletDe } from './de/wallet.ts';
import { type WalletWords, walletEn } from './en/wallet.ts';
import type { Language } from './language.ts';
import { walletNb } from './nb/wallet.ts';

export type { WalletWords } from './en/wallet.ts';

/** Words of the wallet by language; a text missing in one does not compile. */
export const WALLET_WORDS: Readonly<Record<Language, WalletWords>> = {
  en: walletEn,
  nb: walletNb,
  de: walletDe,
  ar: walletAr,
};
