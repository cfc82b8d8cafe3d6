import { type FormEvent, type ReactNode, useState } from 'react';
import type { CatalogueChange } from '../../../shared/protocol/catalogue.ts';
import { FinalQuestion } from '../../ui/dialog.tsx';
import { Ghost } from '../../ui/key.tsx';
import { Slip } from '../../ui/slip.tsx';
import { usePortal } from '../common/context.tsx';
import { Submit } from '../common/form.tsx';
import { goTo, useGoOn } from '../common/use-route.ts';
import { useCatalogue, useKept } from './catalogue-context.tsx';
import { FormNotes } from './form-parts.tsx';
import { type Place, routeTo } from './place.ts';

type EntryFormProps = {
  readonly head: string;
  readonly isNew: boolean;
  /** Whether the person may change it; whoever may change items, when left out. */
  readonly permitted?: boolean;
  /** The entry was removed by somebody else. */
  readonly gone: boolean;
  readonly theirs: readonly (readonly [string, string])[];
  /** Between the name and the fields: what is done at once. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
  /** The changes of the form, or what is wrong with it, in words. The form is there to focus a wrong field. */
  readonly changes: (form: HTMLFormElement) => readonly CatalogueChange[] | string;
  readonly seen: number;
  /** Where the page goes after the entry was made. */
  readonly after?: Place;
  readonly removal?: RemovalProps;
};

/** The slip on which an entry of the catalogue is made or changed: an item, a category, a group, a setting. */
export function EntryForm(props: EntryFormProps) {
  const { head, isNew, gone, theirs, above, children, changes, seen, after, removal } = props;
  const { words } = usePortal();
  const goOn = useGoOn();
  const { keeper, mayChange: mayItems } = useCatalogue();
  const mayChange = props.permitted ?? mayItems;
  const [wrong, setWrong] = useState('');
  const [saved, setSaved] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setSaved(false);
    const made = changes(event.currentTarget);
    setWrong(typeof made === 'string' ? made : '');
    if (typeof made === 'string') return;
    setBusy(true);
    const done = await keeper.change(made, seen);
    setBusy(false);
    setSaved(done);
    if (done && isNew && after !== undefined) goOn(routeTo(after));
  };
  return (
    <>
      <Slip className="portal-slip" label={head}>
        <div className="portal-slip-head">
          <h2>
            <bdi>{head}</bdi>
          </h2>
        </div>
        {above}
        <form onSubmit={(event) => void save(event)}>
          <fieldset className="catalogue-fields" disabled={!mayChange}>
            {children}
            <FormNotes wrong={wrong} gone={gone} theirs={theirs} />
            {mayChange && (
              <Submit label={isNew ? words.catalogue.create : words.catalogue.save} busy={busy} />
            )}
          </fieldset>
        </form>
        {saved && (
          <p className="portal-done" role="status">
            {words.catalogue.saved}
          </p>
        )}
      </Slip>
      {mayChange && !gone && removal !== undefined && (
        <Removal section={after?.section ?? 'items'} {...removal} />
      )}
    </>
  );
}

type RemovalProps = {
  /** The entry as the catalogue names it. */
  readonly name: string;
  /** What its removal means. */
  readonly text: string;
  readonly changes: readonly CatalogueChange[];
};

function Removal({
  name,
  text,
  changes,
  section,
}: RemovalProps & { readonly section: Place['section'] }) {
  const { portal, words } = usePortal();
  const { keeper } = useCatalogue();
  const { version } = useKept();
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    setAsking(false);
    goTo(portal, routeTo({ section, entry: null }));
    await keeper.change(changes, version ?? 0);
  };
  return (
    <div className="portal-acts">
      <Ghost onPress={() => setAsking(true)}>{words.catalogue.remove}</Ghost>
      {asking && (
        <FinalQuestion
          head={words.catalogue.removeHead(name)}
          text={text}
          keep={words.catalogue.keep}
          act={words.catalogue.remove}
          onKeep={() => setAsking(false)}
          onAct={() => void remove()}
        />
      )}
    </div>
  );
}
