import { useEffect, useRef } from 'react';
import type { PrintNotice } from '../../../shared/device/bridge/maintenance.ts';
import { newestReceipts } from '../../../shared/device/receipts/receipt-label.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { DEVICE_WORDS } from '../../i18n/devices.ts';
import type { DeviceWords } from '../../i18n/en/devices.ts';
import { X } from '../../ui/icons.ts';
import { keepFocus } from '../../ui/key.tsx';
import { useCashier, useTillState } from './context.tsx';

/** What the printer did not do, above every screen, until the cashier has seen it (D-475). */
export function PrintNotices() {
  const notice = useTillState(({ snapshot }) => snapshot?.printing?.notices?.[0] ?? null);
  return notice === null ? null : <Notice key={notice.id} notice={notice} />;
}

function Notice({ notice }: { readonly notice: PrintNotice }) {
  const { till, words, language } = useCashier();
  const device = DEVICE_WORDS[language];
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.showPopover(), []);
  const text = noticeText(notice, device, words);
  return (
    <div ref={element} className="scan-notice print-notice" role="alert" popover="manual">
      <p>{text}</p>
      <button
        type="button"
        aria-label={device.seen}
        onMouseDown={keepFocus}
        onClick={() => void till.call({ type: 'print_seen', notice: notice.id })}
      >
        <X size={20} aria-hidden="true" />
      </button>
    </div>
  );
}

/** As many sales without a receipt are named. */
const NAMED = 5;

function noticeText(notice: PrintNotice, device: DeviceWords, words: CashierWords): string {
  if (notice.kind === 'drawer') {
    const { why } = notice;
    return why === 'unsure' ? device.drawerUnsure : device.drawerShut(words.printFaults[why]);
  }
  const { receipts, sales } = notice;
  const names = [
    ...(receipts.length === 0 ? [] : [newestReceipts(receipts)]),
    ...sales.slice(-NAMED).map(device.sale),
  ];
  return device.noPaper(receipts.length + sales.length, names.join(', '));
}
