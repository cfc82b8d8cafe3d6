import { useMemo, useState } from 'react';
import { paperLanguage } from '../../../shared/catalogue/language.ts';
import type { PortalCode } from '../../../shared/portal/contract.ts';
import { FinalQuestion } from '../../ui/dialog.tsx';
import { Download } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { drawQr } from '../../ui/qr-matrix.ts';
import { Perforation, Slip } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { saveFile } from '../common/save-file.ts';
import { useGoOn } from '../common/use-route.ts';
import { type Poster, posterOf } from './poster.ts';
import { posterPdf } from './poster-pdf.ts';

type CodeSlipProps = { readonly code: PortalCode; readonly onChanged: () => void };

/** One code: its picture, its poster as a file, and whether it is active. */
export function CodeSlip({ code, onChanged }: CodeSlipProps) {
  const { words } = usePortal();
  return (
    <>
      <Slip className="portal-slip" label={code.label ?? code.id}>
        <h2>
          <bdi>{code.label ?? words.noLabel}</bdi>
        </h2>
        <CodePicture code={code} />
        <Perforation />
        <dl className="slip-facts portal-facts">
          <dt>{words.id}</dt>
          <dd className="mono">{code.id}</dd>
          {code.serial_number !== null && (
            <>
              <dt>{words.serial}</dt>
              <dd className="mono">{code.serial_number}</dd>
            </>
          )}
          <dt>{words.address}</dt>
          <dd className="mono">{code.value}</dd>
          {code.callback_uri !== null && (
            <>
              <dt>{words.callbackTo}</dt>
              <dd className="mono">{code.callback_uri}</dd>
            </>
          )}
          <dt>{words.inUse}</dt>
          <dd>{code.active ? words.has : words.hasNot}</dd>
        </dl>
      </Slip>
      <Acts code={code} onChanged={onChanged} />
    </>
  );
}

/** Black on white in both themes. An inactive code is not shown. */
function CodePicture({ code }: { readonly code: PortalCode }) {
  const { words } = usePortal();
  const drawing = useMemo(() => drawQr(code.value), [code.value]);
  if (!code.active) return <p className="code-off">{words.codeOff}</p>;
  return (
    <svg
      className="code-picture"
      role="img"
      aria-label={words.codePicture}
      viewBox={`0 0 ${drawing.side} ${drawing.side}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${drawing.side}v${drawing.side}H0z`} />
      <path fill="#000" d={drawing.path} />
    </svg>
  );
}

function Acts({ code, onChanged }: CodeSlipProps) {
  const { portal, words, language } = usePortal();
  const goOn = useGoOn();
  const shop = usePortalState((state) => state.me?.user?.merchant ?? '');
  const busy = usePortalState((state) => state.busy);
  const [asking, setAsking] = useState(false);
  const poster = (): Poster =>
    posterOf({
      shop,
      label: code.label,
      value: code.value,
      serial: code.serial_number,
      language: paperLanguage(language),
    });
  const name = `${words.posterFile}-${code.id}`;
  const change = async () => {
    await portal.act(() => portal.api.codeChange(code.id, !code.active));
    onChanged();
  };
  const remove = async () => {
    if (busy) return;
    setAsking(false);
    const removed = await portal.act(() => portal.api.remove('codes', code.id));
    if (removed !== null) goOn({ page: 'codes', id: null });
    onChanged();
  };
  return (
    <div className="portal-acts">
      {code.active && (
        <>
          <Ghost onPress={() => saveFile(posterPdf(poster()), `${name}.pdf`)}>
            <Download size={20} aria-hidden="true" />
            {words.posterPdf}
          </Ghost>
          <Ghost
            onPress={() => void posterPng(poster()).then((file) => saveFile(file, `${name}.png`))}
          >
            <Download size={20} aria-hidden="true" />
            {words.posterPng}
          </Ghost>
        </>
      )}
      <Ghost disabled={busy} onPress={() => void change()}>
        {code.active ? words.codeStop : words.codeUse}
      </Ghost>
      <div className="portal-apart">
        <Ghost disabled={busy} onPress={() => setAsking(true)}>
          {words.removeCode}
        </Ghost>
      </div>
      {asking && (
        <FinalQuestion
          head={words.removeCodeHead(code.label ?? code.id)}
          text={words.removeCodeText}
          keep={words.keepCode}
          act={words.removeCode}
          onKeep={() => setAsking(false)}
          onAct={() => void remove()}
        />
      )}
    </div>
  );
}

/** Pixels per millimetre: about 200 per inch, sharp on paper and small as a file. */
const SCALE = 8;
const FAMILY = '"Atkinson Hyperlegible Next Variable"';

/** The poster as a PNG. Rejects if the browser has no canvas. */
export async function posterPng(poster: Poster): Promise<Blob> {
  await Promise.all([420, 720].map((weight) => document.fonts.load(`${weight} 40px ${FAMILY}`)));
  const canvas = document.createElement('canvas');
  canvas.width = poster.width * SCALE;
  canvas.height = poster.height * SCALE;
  const brush = canvas.getContext('2d');
  if (brush === null) throw new Error('this browser cannot draw pictures');
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.fillStyle = '#000';
  for (const { text, x, y, size, strong } of poster.texts) {
    brush.font = `${strong ? 720 : 420} ${size * SCALE}px ${FAMILY}, sans-serif`;
    brush.fillText(text, x * SCALE, y * SCALE);
  }
  const { qr } = poster;
  // A whole number of pixels per module, so that the edges are not grey.
  const module = Math.floor(qr.module * SCALE);
  for (const { row, column, length } of qr.runs) {
    const [x, y] = [qr.x * SCALE + column * module, qr.y * SCALE + row * module];
    brush.fillRect(x, y, length * module, module);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('this browser cannot write pictures'));
      else resolve(blob);
    }, 'image/png');
  });
}
