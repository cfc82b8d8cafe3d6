import type {
  DeviceCodeView,
  PaymentMethod,
  ScanView,
} from '../../../shared/terminal/sale/state.ts';
import { useFormat } from '../../ui/format.tsx';
import { QrCode, X } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { QrTile } from '../../ui/qr-tile.tsx';
import { Seal } from '../../ui/seal.tsx';
import { useAmountText, useBusy, useCashier, useShop } from '../common/context.tsx';
import { useTotal } from '../common/due.ts';

/**
 * Largest side of the code in pixels: the width of the slip's column in whole pixels per module.
 */
const TILE_MAX = 340;

/**
 * The till's own code, shown before the total is known, and the customers who have scanned it. Each
 * of them can be asked for the sale on the slip.
 */
export function WaitingCodes() {
  const { words } = useCashier();
  const { view, settings } = useShop();
  const { codes, scans } = view;
  const open = codes.some(({ state }) => state === 'shown');
  if (settings.deviceCode === undefined && codes.length === 0 && scans.length === 0) return null;
  return (
    <section className="codes" aria-label={words.codesHead}>
      {codes.map((code) => (
        <WaitingCode key={code.id} code={code} />
      ))}
      {scans.map((scan) => (
        <StrayScan key={scan.token} scan={scan} />
      ))}
      {settings.deviceCode !== undefined && !open && <OpenKey />}
    </section>
  );
}

function OpenKey() {
  const { till, words } = useCashier();
  const busy = useBusy();
  return (
    <Ghost disabled={busy} onPress={() => void till.openCode()}>
      <QrCode size={20} aria-hidden="true" />
      {words.codeFirst}
    </Ghost>
  );
}

function WaitingCode({ code }: { readonly code: DeviceCodeView }) {
  const { till, words } = useCashier();
  const { id, uri, state, label } = code;
  const name = words.codeNumber(label ?? words.codeOfTill);
  const scanned = state === 'scanned';
  return (
    <article className="code-waiting">
      {scanned ? (
        <p className="code-state mark tone-phone">
          <Seal tone="phone" size={48} />
          <span>{words.codeScanned}</span>
        </p>
      ) : (
        <>
          <div className="code-tile">
            <QrTile text={uri} label={name} largest={TILE_MAX} />
          </div>
          <p>{words.codeShown}</p>
        </>
      )}
      <div className="code-keys">
        <AskKey method={{ kind: 'device_code', code: id }} />
        <Ghost label={words.codeClose} onPress={() => void till.closeCode(id)}>
          <X size={20} aria-hidden="true" />
        </Ghost>
      </div>
    </article>
  );
}

function StrayScan({ scan }: { readonly scan: ScanView }) {
  const { words } = useCashier();
  const format = useFormat();
  return (
    <article className="code-waiting">
      <p className="code-state mark tone-phone">
        <Seal tone="phone" size={48} />
        <span>{words.scanFound(format.time(scan.at))}</span>
      </p>
      <div className="code-keys">
        <AskKey method={{ kind: 'scan_token', token: scan.token }} />
      </div>
    </article>
  );
}

function AskKey({ method }: { readonly method: PaymentMethod }) {
  const { till, words } = useCashier();
  const total = useTotal();
  const busy = useBusy();
  const amount = useAmountText();
  return (
    <Ghost disabled={busy || total === 0} onPress={() => void till.startSale(method)}>
      {total === 0 ? words.codeAskLater : words.codeAsk(amount(total))}
    </Ghost>
  );
}
