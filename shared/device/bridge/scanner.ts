import type { ScannerProfile } from '../scanner/profile.ts';

/** What the till knows about its scanner; null if it was not set up. */
export type ScannerView = { readonly profile: ScannerProfile | null };
