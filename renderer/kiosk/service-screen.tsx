import type { ServiceSale, ServiceView } from '../../shared/kiosk/contract.ts';
import { timeLocale } from '../i18n/language.ts';
import { amountText } from '../ui/amount-parts.ts';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { timeOfDay } from '../ui/times.ts';
import { useKiosk, useName } from './context.tsx';
import { ServiceState } from './service-state.tsx';

/** The service menu: the state of the kiosk, its sales, and the actions of the operator. */
export function ServiceScreen({ service }: { readonly service: ServiceView }) {
  const { words, press } = useKiosk();
  const { fullScreen } = service;
  const restart = () => {
    press({ type: 'service', act: 'restart_screen' });
    // In a browser the page reloads itself; in Electron the host reloads it.
    if (fullScreen === null) window.location.reload();
  };
  return (
    <main className="kiosk kiosk-service">
      <div className="kiosk-main">
        <h1>{words.serviceHead}</h1>
        <ServiceState service={service} />
        <Sales sales={service.sales} />
      </div>
      <div className="kiosk-act service-acts">
        {service.machine !== 'none' && (
          <Ghost onPress={() => press({ type: 'service', act: 'test_machine' })}>
            {words.testMachine}
          </Ghost>
        )}
        <Ghost onPress={() => press({ type: 'service', act: 'ask_again' })}>{words.askAgain}</Ghost>
        <Ghost onPress={restart}>{words.restartScreen}</Ghost>
        {fullScreen !== null && (
          <Ghost
            onPress={() =>
              press({ type: 'service', act: fullScreen ? 'leave_kiosk' : 'enter_kiosk' })
            }
          >
            {fullScreen ? words.leaveKiosk : words.enterKiosk}
          </Ghost>
        )}
        <YellowKey className="kiosk-yellow" onPress={() => press({ type: 'shut' })}>
          {words.closeMenu}
        </YellowKey>
      </div>
    </main>
  );
}

function Sales({ sales }: { readonly sales: readonly ServiceSale[] }) {
  const { words } = useKiosk();
  return (
    <section className="service-part" aria-labelledby="service-sales">
      <h2 id="service-sales">{words.salesHead}</h2>
      {sales.length === 0 ? (
        <p>{words.noSales}</p>
      ) : (
        <ul className="service-sales">
          {sales.map((sale) => (
            <SaleRow key={sale.id} sale={sale} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SaleRow({ sale }: { readonly sale: ServiceSale }) {
  const { view, words, press } = useKiosk();
  const nameOf = useName();
  const { number, at, name, amount, currency, phase, canSettle } = sale;
  return (
    <li className="service-sale">
      <span className="service-number">{words.saleNumber(number)}</span>
      <span>{timeOfDay(at, timeLocale(view.aids.language))}</span>
      <span className="service-name">
        {nameOf(name)}, {words.phases[phase]}
      </span>
      <span className="figures">{amountText(amount, currency, view.locale)}</span>
      {canSettle && (
        <Ghost onPress={() => press({ type: 'settle', sale: sale.id })}>{words.settle}</Ghost>
      )}
    </li>
  );
}
