import { type FormEvent, type ReactNode, useState } from 'react';
import type { CatalogueChange } from '../../../shared/protocol/catalogue.ts';
import { FinalQuestion } from '../../ui/dialog.tsx';
import { Ghost } from '../../ui/key.tsx';
import { Slip } from '../../ui/slip.tsx';
import { usePortal } from '../common/context.tsx';
import { Submit } from '../common/form.tsx';
import { goTo } from '../common/use-route.ts';
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
  readonly children: ReactNode;
  /** The changes of the form, or what is wrong with it, in words. */
  readonly changes: () => readonly CatalogueChange[] | string;
  readonly seen: number;
  /** Where the page goes after the entry was made. */
  readonly after?: Place;
  readonly removal?: { readonly changes: readonly CatalogueChange[]; readonly text: string };
};

/** The slip of a category, of a group of options or of the settings. */
export function EntryForm(props: EntryFormProps) {
  const { head, isNew, gone, theirs, children, changes, seen, after, removal } = props;
  const { portal, words } = usePortal();
  const { keeper, mayChange: mayItems } = useCatalogue();
  const mayChange = props.permitted ?? mayItems;
  const [wrong, setWrong] = useState('');
  const [saved, setSaved] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setSaved(false);
    const made = changes();
    setWrong(typeof made === 'string' ? made : '');
    if (typeof made === 'string') return;
    setBusy(true);
    const done = await keeper.change(made, seen);
    setBusy(false);
    setSaved(done);
    if (done && isNew && after !== undefined) goTo(portal, routeTo(after));
  };
  return (
    <>
      <Slip className="portal-slip" label={head}>
        <h2>
          <bdi>{head}</bdi>
        </h2>
        <form onSubmit={(event) => void save(event)}>
          <fieldset className="catalogue-fields" disabled={!mayChange}>
            {children}
            <FormNotes wrong={wrong} gone={gone} theirs={theirs} />
            {mayChange && (
              <Submit label={isNew ? words.catalogue.createIt : words.catalogue.save} busy={busy} />
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
        <Removal head={head} after={after ?? null} {...removal} />
      )}
    </>
  );
}

type RemovalProps = {
  readonly head: string;
  readonly text: string;
  readonly changes: readonly CatalogueChange[];
  readonly after: Place | null;
};

function Removal({ head, text, changes, after }: RemovalProps) {
  const { portal, words } = usePortal();
  const { keeper } = useCatalogue();
  const { version } = useKept();
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    setAsking(false);
    goTo(portal, routeTo({ section: after?.section ?? 'items', entry: null }));
    await keeper.change(changes, version ?? 0);
  };
  return (
    <div className="portal-acts">
      <Ghost onPress={() => setAsking(true)}>{words.catalogue.remove}</Ghost>
      {asking && (
        <FinalQuestion
          head={words.catalogue.removeHead(head)}
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
