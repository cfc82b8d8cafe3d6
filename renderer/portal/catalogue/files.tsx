import { useId, useState } from 'react';
import { differencesOf } from '../../../shared/catalogue/differences.ts';
import { decodeText } from '../../../shared/csv/decode.ts';
import { money } from '../../../shared/money/money.ts';
import { PORTAL_PATH } from '../../../shared/portal/contract.ts';
import type {
  CatalogueChanged,
  CsvAmounts,
  ImportNotes,
} from '../../../shared/protocol/catalogue.ts';
import {
  type CatalogueDocument,
  catalogueDocument,
} from '../../../shared/protocol/catalogue-document.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { isolated } from '../../i18n/language.ts';
import type { ApiAnswer, ApiProblem } from '../../state/api-answer.ts';
import { Choice } from '../../ui/choice.tsx';
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
  readonly file: ReadFile;
  readonly found: Found;
};

/** What a file would change; with notes if it is CSV. */
type Found = CatalogueChanged & Partial<ImportNotes>;

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
    const read = readFile(decodeText(new Uint8Array(await file.arrayBuffer())));
    if (read === null) return setSaid(text.importWrong);
    if (!mayRule && changesRules(read, document)) return setSaid(text.rules.notPermitted);
    await look({ name: file.name, seen, file: read });
  };
  const look = async (of: Omit<Trial, 'found'>) => {
    setBusy(true);
    const found = await sendFile(portal.api, of.file, of.seen, true);
    setBusy(false);
    if (!found.ok) return refused(found.problem);
    setTrial({ ...of, found: found.value });
  };
  const make = async () => {
    if (trial === null || busy) return;
    setBusy(true);
    const made = await sendFile(portal.api, trial.file, trial.seen, false);
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
        <TrialSlip
          trial={trial}
          busy={busy}
          onAmounts={(file) => void look({ ...trial, file })}
          onMake={() => void make()}
          onGivenUp={reset}
        />
      )}
    </>
  );
}

type CsvFile = { readonly kind: 'csv'; readonly csv: string; readonly amounts: CsvAmounts };
type ReadFile = CsvFile | { readonly kind: 'json'; readonly catalogue: CatalogueDocument };

/** Null if the text is no file of items. */
function readFile(text: string): ReadFile | null {
  if (!text.trimStart().startsWith('{')) return { kind: 'csv', csv: text, amounts: 'major' };
  const checked = validate(catalogueDocument, readJson(text));
  return checked.ok ? { kind: 'json', catalogue: checked.value } : null;
}

/** Sends a file, as a dry run or not. */
function sendFile(
  api: PortalApi,
  file: ReadFile,
  version: number,
  dry: boolean,
): Promise<ApiAnswer<Found>> {
  if (file.kind === 'csv') {
    return api.catalogueImport({ version, dry_run: dry, csv: file.csv, amounts: file.amounts });
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
  /** Looks at the file again with another meaning of its amounts. */
  readonly onAmounts: (file: CsvFile) => void;
  readonly onMake: () => void;
  readonly onGivenUp: () => void;
};

/** Every change that a file would make. */
function TrialSlip({ trial, busy, onAmounts, onMake, onGivenUp }: TrialSlipProps) {
  const { words } = usePortal();
  const format = useFormat();
  const { currency } = useMoney();
  const text = words.catalogue;
  const { differences, example = null, not_taken: notTaken } = trial.found;
  const { file } = trial;
  const price = (minor: number) => format.amount(money(minor), currency);
  return (
    <Slip className="portal-slip catalogue-trial" label={trial.name}>
      <h2>
        <bdi>{trial.name}</bdi>
      </h2>
      {file.kind === 'csv' && example !== null && (
        <AmountsChoice
          file={file}
          example={example}
          price={price}
          busy={busy}
          onChosen={(amounts) => onAmounts({ ...file, amounts })}
        />
      )}
      {notTaken !== undefined && notTaken.columns.length > 0 && (
        <p>
          {text.importColumnsLeft} <bdi>{notTaken.columns.join(', ')}</bdi>
        </p>
      )}
      {notTaken !== undefined && notTaken.rows.length > 0 && (
        <p>
          {text.importRowsLeft} <bdi>{notTaken.rows.join(', ')}</bdi>
        </p>
      )}
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

type AmountsProps = {
  readonly file: CsvFile;
  readonly example: NonNullable<ImportNotes['example']>;
  readonly price: (minor: number) => string;
  readonly busy: boolean;
  readonly onChosen: (amounts: CsvAmounts) => void;
};

/** What the amounts of a file mean, by one of them; a choice only if it can mean two sums (D-462). */
function AmountsChoice({ file, example, price, busy, onChosen }: AmountsProps) {
  const { words } = usePortal();
  const text = words.catalogue;
  const { row, cell, major, minor } = example;
  const meanings = (['major', 'minor'] as const).flatMap((amounts) => {
    const sum = amounts === 'major' ? major : minor;
    return sum === null ? [] : [{ amounts, sum }];
  });
  const label = text.importAmounts(row);
  const options = meanings.map(({ amounts, sum }) => ({
    value: amounts,
    label: text.importMeans(isolated(cell), isolated(price(sum))),
  }));
  if (major === minor || options.length < 2) {
    return (
      <p>
        {label} {options[0]?.label}
      </p>
    );
  }
  // A press while the file is being read would show the answer for the other meaning.
  const onChange = (amounts: CsvAmounts) => {
    if (!busy) onChosen(amounts);
  };
  return (
    <Choice
      label={label}
      name="amounts"
      value={file.amounts}
      options={options}
      onChange={onChange}
    />
  );
}
