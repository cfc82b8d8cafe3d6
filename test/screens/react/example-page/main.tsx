import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  PayButton,
  type PayButtonProps,
  Payment,
  TillkitProvider,
  tillBridge,
} from 'tillkit/react';
import 'tillkit/react.css';

/* A page with elements of its own beside the embedded ones; it has names that Tillkit has too. */

const query = new URLSearchParams(location.search);
const bare = query.has('bare');
const theme = query.get('theme') === 'dark' ? 'dark' : 'light';
const request = {
  amount: Number(query.get('amount') ?? 12_500),
  method: query.has('phone') ? { kind: 'phone', msisdn: '4798765432' } : { kind: 'qr' },
} satisfies PayButtonProps['request'];

function Page() {
  return (
    <main>
      <h1 className="state-word">A shop</h1>
      <p className="slip field tone-paid">Paper</p>
      <button type="button" className="key key-yellow">
        Add
      </button>
      {!bare && (
        <TillkitProvider bridge={tillBridge()} sound="off" theme={theme}>
          <PayButton className="pay" request={request} />
          <Payment className="payment" onClose={(sale) => Reflect.set(window, 'left', sale.id)} />
        </TillkitProvider>
      )}
    </main>
  );
}

// The test speaks to the page through the bridge also where nothing is embedded.
if (bare) tillBridge().subscribe(() => undefined);

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
