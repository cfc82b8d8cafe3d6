import type { ServiceView } from '../../shared/kiosk/contract.ts';
import type { KioskWords } from '../i18n/kiosk.ts';
import { timeLocale } from '../i18n/language.ts';
import { timeOfDay } from '../ui/times.ts';
import { useKiosk } from './context.tsx';

/** Connection, storage, pairing and machine in plain words. */
export function ServiceState({ service }: { readonly service: ServiceView }) {
  const { words } = useKiosk();
  const { machine, test, problem } = service;
  const connection = useConnection(service);
  const rows: readonly (readonly [string, string])[] = [
    [words.connectionWord, connection],
    [words.saving, savingWord(service, words)],
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
          <p className="service-problem" lang="en">
            {problem}
          </p>
        </>
      )}
    </section>
  );
}

function useConnection({ connection }: ServiceView): string {
  const { view, words } = useKiosk();
  if (connection.kind === 'online') return connection.push ? words.online : words.onlineSlow;
  return words.offlineSince(timeOfDay(connection.since, timeLocale(view.aids.language)));
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
