import { useEffect } from 'react';
import type { KioskView } from '../../shared/kiosk/contract.ts';

/** Puts the customer's wishes on the page, where the styles find them. */
export function useAids({ aids, pxPerMm }: KioskView): void {
  const { language, text, reach, contrast } = aids;
  useEffect(() => {
    const root = document.documentElement;
    root.lang = language;
    // Light in every room: it is read by strangers, in passing.
    root.dataset.theme = 'light';
    root.dataset.text = text;
    root.dataset.reach = reach;
    root.dataset.contrast = contrast;
    root.style.setProperty('--px-per-mm', String(pxPerMm));
  }, [language, text, reach, contrast, pxPerMm]);
}
