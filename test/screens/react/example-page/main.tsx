import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  PayButton,
  type PayButtonProps,
  Payment,
  PaymentDialog,
  TillkitProvider,
  tillBridge,
} from 'tillkit/react';
import 'tillkit/react.css';

/* A page with elements of its own beside the embedded ones; it has names that Tillkit has too. */

const query = new URLSearchParams(location.search);
const bare = query.has('bare');
const Embedded = query.has('dialog') ? PaymentDialog : Payment;
const theme = query.get('theme') === 'dark' ? 'dark' : 'light';
const request = {
  amount: Number(query.get('amount') ?? 12_500),
  method: query.has('phone') ? { kind: 'phone', msisdn: '4798765432' } : { kind: 'qr' },
} satisfies PayButtonProps['request'];

/** The calls that the page got, for the test. */
const told: string[] = [];
Reflect.set(window, 'told', told);

function Page() {
  // A page that removes the inline payment when it is told that the screen is free.
  const [shown, setShown] = useState(true);
  Reflect.set(window, 'showPayment', setShown);
  return (
    <main>
      <h1 className="state-word">A shop</h1>
      <p className="slip field tone-paid">Paper</p>
      <button type="button" className="key key-yellow">
        Add
      </button>
      {!bare && (
        <TillkitProvider bridge={tillBridge()} sound="off" theme={theme}>
          <PayButton
            className="pay"
            request={request}
            onStarted={(id) => told.push(`started ${id}`)}
          />
          {shown && (
            <Embedded
              className="payment"
              onHold={({ id }) => told.push(`hold ${id}`)}
              onResult={({ id, state }, held) =>
                told.push(`${state.kind} ${id}${held ? ' held' : ''}`)
              }
              onClose={({ id }) => told.push(`close ${id}`)}
            />
          )}
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
