import type { Snapshot } from '../../../shared/device/bridge/contract.ts';
import type {
  DiagnosisView,
  PrintingView,
  PrintJobView,
} from '../../../shared/device/bridge/maintenance.ts';
import { DIAGNOSIS_CHECKS, type DiagnosisResult } from '../../../shared/device/diagnosis/checks.ts';
import { NOW } from './sales.ts';
import { SUPERVISED } from './staff-history-day.ts';

const FACTS: Readonly<Record<string, string>> = {
  address: 'https://pay.example.com',
  time: '0',
  credentials: 'till-4f8k2m9x',
  merchant: 'Fjord Kaffe',
  pos: 'Kasse 2',
  journal: '48',
  disk: '41230',
  secrets: 'operating system',
  printer: '192.168.1.50:9100',
  screens: '2/2',
  version: 'Tillkit 0.1.0, Node 24.21.0, Electron 45.4.1',
};
const passed: readonly DiagnosisResult[] = DIAGNOSIS_CHECKS.map((id, index) => ({
  number: index + 1,
  id,
  state: 'passed',
  reason: null,
  fact: FACTS[id] ?? null,
}));
const change = (id: string, to: Partial<DiagnosisResult>) => (one: DiagnosisResult) =>
  one.id === id ? { ...one, ...to } : one;
const look = (results: readonly DiagnosisResult[], over: Partial<DiagnosisView> = {}) => ({
  diagnosis: { state: 'done', at: NOW, results, ...over } as const,
});
export const job = (id: string, over: Partial<PrintJobView> = {}): PrintJobView => ({
  ...{ id, what: 'receipt', number: 187, saleId: 'sale-187', at: NOW },
  ...{ state: 'failed', why: 'unsure' },
  ...over,
});
export const printing = (...jobs: PrintJobView[]): { readonly printing: PrintingView } => ({
  printing: { printer: 'network', receipts: 'always', jobs },
});
const WRONG = passed
  .map(change('time', { state: 'warning', reason: 'clock_off', fact: '96' }))
  .map(change('push', { state: 'warning', reason: 'no_push' }))
  .map(change('disk', { state: 'failed', reason: 'disk_full', fact: '12' }))
  .map(change('printer', { state: 'failed', reason: 'no_paper' }))
  .map(change('secrets', { state: 'warning', reason: 'secrets_in_file' }));
const OFFLINE = passed.map((one) =>
  one.number === 1
    ? { ...one, state: 'failed' as const, reason: 'no_answer' as const }
    : { ...one, state: 'skipped' as const, reason: 'earlier_failed' as const, fact: null },
);

/** The parts of a snapshot that the screen draws. */
export type Checks = Pick<Snapshot, 'printing' | 'diagnosis' | 'refusedReceipts' | 'backOffice'>;
/** Every picture of the screen, by its name. */
export const DIAGNOSES: Readonly<Record<string, Checks>> = {
  asked: printing(),
  running: { ...printing(), ...look(passed.slice(0, 6), { state: 'running' }) },
  good: { ...printing(), ...look(passed) },
  wrong: {
    ...printing(
      job('a', { why: 'no_paper', state: 'waiting' }),
      job('b', { what: 'copy', number: 186 }),
      job('c', { what: 'test_page', number: null, saleId: null, state: 'waiting', why: null }),
    ),
    ...look(WRONG),
  },
  refused: {
    ...printing(job('a'), job('b', { what: 'copy', number: 186 })),
    ...look(
      passed.map(change('receipts', { state: 'passed', reason: 'refused_seen', fact: 'R3' })),
    ),
    refusedReceipts: [11, 12, 13, 14, 15, 16],
    backOffice: SUPERVISED,
  },
  offline: look(OFFLINE),
  broken: { ...printing(), ...look(passed.slice(0, 6), { state: 'broken_off' }) },
};
