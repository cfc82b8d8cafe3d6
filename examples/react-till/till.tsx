import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { PayButton, PaymentDialog, TillkitProvider, tillBridge } from 'tillkit/react';
import { type Good, Shelf } from './shelf.tsx';
import 'tillkit/react.css';
import './till.css';

const bridge = tillBridge();

/** A till with your own look and a Tillkit payment. */
function Till() {
  const [basket, setBasket] = useState<readonly Good[]>([]);
  const amount = basket.reduce((sum, good) => sum + good.price, 0);
  const text = basket.map((good) => good.name).join(', ') || null;
  return (
    <TillkitProvider bridge={bridge} language="en">
      <Shelf basket={basket} onPick={(good) => setBasket([...basket, good])} />
      <PayButton className="pay" request={{ amount, text, method: { kind: 'qr' } }} />
      <PaymentDialog
        onHold={() => setBasket([])}
        onResult={({ state }, held) => state.kind === 'paid' && !held && setBasket([])}
      />
    </TillkitProvider>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Till />);
