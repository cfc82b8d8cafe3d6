import type { Language } from './language.ts';
import { type WalletWords, walletEn } from './wallet-en.ts';
import { walletNb } from './wallet-nb.ts';

export type { WalletWords } from './wallet-en.ts';

/** Words of the wallet page by language; a key missing in one of them does not compile. */
export const WALLET_WORDS: Readonly<Record<Language, WalletWords>> = {
  en: walletEn,
  nb: walletNb,
};
