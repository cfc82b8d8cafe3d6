import { useCallback, useEffect, useRef, useState } from 'react';
import type { KioskView } from '../../shared/device/kiosk/contract.ts';
import { rulesOf } from '../../shared/device/scanner/profile.ts';
import { listenToScanner } from '../state/adapters/scanner.ts';

const RULES = rulesOf(null);

/**
 * Keeps the digits of a scanner from the kiosk's pads: they would choose goods, or count as a wrong PIN.
 * The kiosk reads no codes. `scanned` is true after a scan, until `forget` is called.
 */
export function useScannerGuard(view: KioskView) {
  const [scanned, setScanned] = useState(false);
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  useEffect(
    () =>
      listenToScanner({
        onScan: () => setScanned(true),
        rules: () => RULES,
        isOwnKey: (key) => {
          const { screen, speech } = latest.current;
          return (
            screen.kind !== 'pin' && [speech.key, speech.plugged, speech.unplugged].includes(key)
          );
        },
      }),
    [],
  );
  return { scanned, forget: useCallback(() => setScanned(false), []) };
}
