import type { CustomerCode, CustomerView } from '../../shared/device/bridge/customer-view.ts';
import type { DisplayWords } from '../i18n/customer.ts';
import { BillVat } from '../ui/bill-lines.tsx';
import { QrTile } from '../ui/qr-tile.tsx';
import { Rail } from '../ui/rail.tsx';
import { Seal } from '../ui/seal.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';
import { stopsAt, TILE_MAX, WithoutCamera } from './paying-screen.tsx';
import { BillTable, Paper } from './sale-slip.tsx';

type CodeScreenProps = {
  readonly view: CustomerView;
  readonly code: CustomerCode;
  readonly words: DisplayWords;
};

/**
 * The till's own code before the total is known. A customer who has scanned it gets the request as
 * soon as the cashier starts the sale.
 */
export function CodeScreen({ view, code, words }: CodeScreenProps) {
  const scanned = code.state === 'scanned';
  const tone = scanned ? 'phone' : 'waiting';
  return (
    <main className="display display-paying">
      <Paper words={words}>
        <Slip label={words.slipLabel}>
          <h2 className="display-shop">
            <bdi>{view.shop}</bdi>
          </h2>
          <SoFar view={view} words={words} />
          <p className="display-line">{words.codeTotalLater}</p>
        </Slip>
      </Paper>
      <section className={`display-field field tone-${tone}`} aria-live="polite">
        <div className="field-below" />
        <div className="field-content">
          <h1>{scanned ? words.codeScannedHead : words.scanHead}</h1>
          <div className="display-middle">
            {scanned ? (
              <div className="display-seal">
                <Seal tone={tone} size={420} busy />
              </div>
            ) : (
              <QrTile text={code.uri} label={words.codeOfTill} largest={TILE_MAX} />
            )}
            <Rail
              stops={stopsAt(scanned ? 0.5 : 0, words.railScan, words)}
              label={words.railLabel}
            />
          </div>
          {!scanned && <WithoutCamera uri={code.uri} words={words} />}
        </div>
      </section>
    </main>
  );
}

/** The lines that are on the bill so far. */
function SoFar({ view, words }: Pick<CodeScreenProps, 'view' | 'words'>) {
  const { bill } = view;
  if (bill === undefined) return null;
  const parts = { bill: bill.slip, currency: bill.currency, words };
  return (
    <>
      <BillTable {...parts} />
      <Perforation />
      <BillVat {...parts} vat={parts.bill.vat} />
    </>
  );
}
