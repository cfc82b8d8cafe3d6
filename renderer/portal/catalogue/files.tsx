import { useId, useState } from 'react';
import { differencesOf } from '../../../shared/catalogue/differences.ts';
import { money } from '../../../shared/money/money.ts';
import { PORTAL_PATH } from '../../../shared/portal/contract.ts';
import type { CatalogueChanged } from '../../../shared/protocol/catalogue.ts';
import {
  type CatalogueDocument,
  catalogueDocument,
} from '../../../shared/protocol/catalogue-document.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import type { ApiAnswer, ApiProblem } from '../../state/api-answer.ts';
import { useFormat } from '../../ui/format.tsx';
import { Download } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { addressOf } from '../../ui/page-address.ts';
import { Slip } from '../../ui/slip.tsx';
import type { PortalApi } from '../common/api.ts';
import { usePortal } from '../common/context.tsx';
import { ActProblem } from '../common/ledger.tsx';
import { saveFile } from '../common/save-file.ts';
import { useCatalogue, useKept, useMoney } from './catalogue-context.tsx';
import { differenceText } from './difference-text.ts';

/** A file of items that the service has looked at without changing anything. */
type Trial = {
  readonly name: string;
  readonly seen: number;
  readonly found: CatalogueChanged;
  /** Makes the changes. */
  readonly make: () => Promise<ApiAnswer<CatalogueChanged>>;
};

/** Export as files, and import of a file that is shown before it changes anything. */
export function Files() {
  const { portal, words } = usePortal();
  const { keeper, mayChange, mayRule } = useCatalogue();
  const { version, document } = useKept();
  const text = words.catalogue;
  const id = useId();
  const [trial, setTrial] = useState<Trial | null>(null);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [done, setDone] = useState(false);
  const [busy, setBusy] = useState(false);
  const reset = () => {
    setTrial(null);
    setSaid('');
    setProblem(null);
    setDone(false);
  };

  const take = async (file: File) => {
    reset();
    if (file.size > LIMITS.catalogueBodyBytesMax) return setSaid(text.importTooLarge);
    const seen = version ?? 0;
    const read = readFile(await file.text());
    if (read === null) return setSaid(text.importWrong);
    if (!mayRule && changesRules(read, document)) return setSaid(text.rules.notPermitted);
    const call = (dry: boolean) => sendFile(portal.api, read, seen, dry);
    setBusy(true);
    const found = await call(true);
    setBusy(false);
    if (!found.ok) return refused(found.problem);
    setTrial({ name: file.name, seen, found: found.value, make: () => call(false) });
  };
  const make = async () => {
    if (trial === null || busy) return;
    setBusy(true);
    const made = await trial.make();
    setBusy(false);
    await keeper.read();
    if (!made.ok) return refused(made.problem);
    setTrial(null);
    setDone(true);
  };
  function refused(why: ApiProblem): void {
    setTrial(null);
    if (why.kind === 'conflict') setSaid(text.conflictHere);
    else setProblem(why);
    if (why.kind === 'signed_out') portal.ended(why);
  }

  return (
    <>
      <Slip className="portal-slip" label={text.filesHead}>
        <h2>{text.filesHead}</h2>
        <p>{text.filesText}</p>
        <div className="portal-acts">
          <a className="ghost" href={addressOf(`${PORTAL_PATH}/catalogue/products.csv`)} download>
            <Download size={20} aria-hidden="true" />
            {text.exportCsv}
          </a>
          <Ghost
            onPress={() =>
              saveFile(
                new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: 'application/json' }),
                'catalogue.json',
              )
            }
          >
            <Download size={20} aria-hidden="true" />
            {text.exportJson}
          </Ghost>
          {mayChange && (
            <label className="ghost catalogue-file" htmlFor={id}>
              {text.importFile}
              <input
                id={id}
                type="file"
                name="import"
                accept=".csv,.json,text/csv,application/json"
                onChange={(event) => {
                  const [file] = event.target.files ?? [];
                  event.target.value = '';
                  if (file !== undefined) void take(file);
                }}
              />
            </label>
          )}
        </div>
        {mayChange && <p className="portal-quiet">{text.importHint}</p>}
        {said !== '' && (
          <p className="portal-problem" role="alert">
            {said}
          </p>
        )}
        <ActProblem problem={problem} />
        {done && (
          <p className="portal-done" role="status">
            {text.importDone}
          </p>
        )}
      </Slip>
      {trial !== null && (
        <TrialSlip trial={trial} busy={busy} onMake={() => void make()} onGivenUp={reset} />
      )}
    </>
  );
}

type ReadFile =
  | { readonly kind: 'csv'; readonly csv: string }
  | { readonly kind: 'json'; readonly catalogue: CatalogueDocument };

/** Null if the text is no file of items. */
function readFile(text: string): ReadFile | null {
  if (!text.trimStart().startsWith('{')) return { kind: 'csv', csv: text };
  const checked = validate(catalogueDocument, readJson(text));
  return checked.ok ? { kind: 'json', catalogue: checked.value } : null;
}

/** Sends a file, as a dry run or not. */
function sendFile(api: PortalApi, file: ReadFile, version: number, dry: boolean) {
  if (file.kind === 'csv') {
    return api.catalogueImport({ version, dry_run: dry, csv: file.csv });
  }
  const changes = [{ kind: 'replace' as const, catalogue: file.catalogue }];
  return api.catalogueChange({ version, dry_run: dry, changes });
}

function changesRules(file: ReadFile, present: CatalogueDocument): boolean {
  if (file.kind === 'csv') return false;
  return differencesOf(present, file.catalogue).some(({ part }) => part === 'rules');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type TrialSlipProps = {
  readonly trial: Trial;
  readonly busy: boolean;
  readonly onMake: () => void;
  readonly onGivenUp: () => void;
};

/** Every change that a file would make. */
function TrialSlip({ trial, busy, onMake, onGivenUp }: TrialSlipProps) {
  const { words } = usePortal();
  const format = useFormat();
  const { currency } = useMoney();
  const text = words.catalogue;
  const { differences } = trial.found;
  const price = (minor: number) => format.amount(money(minor), currency);
  return (
    <Slip className="portal-slip catalogue-trial" label={trial.name}>
      <h2>
        <bdi>{trial.name}</bdi>
      </h2>
      <p role="status">
        {differences.length === 0
          ? text.importNothing
          : `${text.importHead(differences.length)}. ${text.importText}`}
      </p>
      <ul className="catalogue-differences">
        {differences.map((one) => (
          <li key={JSON.stringify([one.kind, one.part, one.id, one.field])}>
            {differenceText(one, words, price)}
          </li>
        ))}
      </ul>
      {differences.length > 0 && (
        <YellowKey disabled={busy} onPress={onMake}>
          {text.importDo}
        </YellowKey>
      )}
      <Ghost className="form-back" onPress={onGivenUp}>
        {words.notNow}
      </Ghost>
    </Slip>
  );
}
