import type { ServiceSale, ServiceView } from '../../shared/device/kiosk/contract.ts';
import type { KioskWords } from '../i18n/customer.ts';
import { useNow } from '../ui/countdown.tsx';
import { useFormat } from '../ui/format.tsx';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { useKiosk, useName } from './context.tsx';

/** Connection, storage, clock, pairing and machine in plain words. */
export function ServiceState({ service }: { readonly service: ServiceView }) {
  const { words } = useKiosk();
  const { machine, test, problem } = service;
  const connection = useConnection(service);
  const rows: readonly (readonly [string, string])[] = [
    [words.connectionWord, connection],
    [words.saving, savingWord(service, words)],
    [words.clockWord, words.clockStates[service.clock]],
    [words.pairing, service.setup === 'done' ? words.pairingDone : words.pairingNeeded],
    [words.machineWord, machineWord(machine, words)],
    ...(machine === 'none' ? [] : [[words.testWord, testWord(test, words)] as const]),
  ];
  return (
    <section className="service-part" aria-labelledby="service-state">
      <h2 id="service-state">{words.stateHead}</h2>
      <dl className="service-state">
        {rows.map(([word, state]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{state}</dd>
          </div>
        ))}
      </dl>
      {problem !== null && (
        <>
          <h3>{words.problemHead}</h3>
          <p className="service-problem" lang="en" dir="ltr">
            {problem}
          </p>
        </>
      )}
    </section>
  );
}

function useConnection({ connection }: ServiceView): string {
  const { words } = useKiosk();
  const format = useFormat();
  if (connection.kind === 'online') return connection.push ? words.online : words.onlineSlow;
  return words.offlineSince(format.time(connection.since));
}

function savingWord({ notReady }: ServiceView, words: KioskWords): string {
  if (notReady === 'journal_full') return words.savingFull;
  return notReady === 'starting' ? words.savingStarting : words.savingFine;
}

function machineWord(machine: ServiceView['machine'], words: KioskWords): string {
  switch (machine) {
    case 'none':
      return words.machineNone;
    case 'ready':
      return words.machineReady;
    case 'away':
      return words.machineAway;
    case 'simulated':
      return words.machineSimulated;
  }
}

function testWord(test: ServiceView['test'], words: KioskWords): string {
  switch (test) {
    case 'not_tested':
      return words.testNot;
    case 'asking':
      return words.testAsking;
    case 'answered':
      return words.testAnswered;
    case 'silent':
      return words.testSilent;
  }
}

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
  const { words, press } = useKiosk();
  const format = useFormat();
  const nameOf = useName();
  const now = useNow(60_000);
  const { number, at, name, amount, currency, phase, canSettle } = sale;
  return (
    <li className="service-sale">
      <span className="service-number">{words.saleNumber(number)}</span>
      <span>{format.recent(at, now)}</span>
      <span className="service-name">
        <bdi>{nameOf(name)}</bdi>
        {words.comma}
        {words.phases[phase]}
      </span>
      <span className="figures">{format.amount(amount, currency)}</span>
      {canSettle && (
        <Ghost onPress={() => press({ type: 'settle', sale: sale.id })}>{words.settle}</Ghost>
      )}
    </li>
  );
}
