import type { WaysWords } from './ways-en.ts';

/** The same words in Norwegian. */
export const waysNb: WaysWords = {
  scanCode: 'Kundens kode',
  scanLabel: 'Kundens kode',
  scanHint: 'Hold skanneren mot koden på kundens telefon.',
  scanNoAmount: 'Tast beløpet først, og skann koden en gang til.',
  scanUnknown: 'Dette er ikke en betalingskode. Skann koden i kundens app.',
  sticker: 'Klistremerke',
  stateWaitingSticker: 'Venter på klistremerket',
  stateWaitingStickerText: 'Be kunden skanne klistremerket her.',
  stateWaitingBothText: 'Be kunden skanne koden eller klistremerket.',
  stateStickerUnknown: 'Klistremerket er ukjent',
  stateStickerUnknownText:
    'Kunden er ikke spurt. Vis en kode, og få noen til å se på klistremerket.',
  stateTokenUnknown: 'Koden gjelder ikke lenger',
  stateTokenUnknownText: 'Kunden er ikke spurt. Skann kundens kode på nytt, eller vis en kode.',
  bringToFront: 'Hent til skjermen',
  logFront: 'Hentet til skjermen',
  logOtherClosed: 'Den andre koden er stengt',
  slipWayToken: 'Kundens kode',
  slipWaySticker: 'Klistremerke',
  slipWayBoth: 'QR-kode eller klistremerke',
  slipWayDevice: 'Kassens kode',
};
