import { nameIn } from '../../../../shared/catalogue/schema.ts';
import type { CatalogueDocument } from '../../../../shared/protocol/catalogue-document.ts';
import type { ItemWords } from '../../../i18n/items.ts';
import { Plus, SquarePen } from '../../../ui/icons.ts';
import { Ghost, YellowKey } from '../../../ui/key.tsx';
import { useCashier } from '../../common/context.tsx';

type OptionsPageProps = {
  readonly document: CatalogueDocument;
  readonly words: ItemWords;
  /** Ids of the groups that are asked, in this order. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** Opens a group; null: a new one. */
  readonly onGroup: (id: string | null) => void;
  readonly onDone: () => void;
};

/** Which groups of options an item asks for, in the order in which they were pressed. */
export function OptionsPage(props: OptionsPageProps) {
  const { document, words, value, onChange, onGroup, onDone } = props;
  const { language } = useCashier();
  const groups = document.option_groups ?? [];
  return (
    <>
      <fieldset className="item-choice item-groups">
        <legend>{words.options}</legend>
        {groups.length === 0 && <p>{words.noOptions}</p>}
        {groups.map(({ id, name: written }) => {
          const name = nameIn(written)[language];
          const isAsked = value.includes(id);
          return (
            <div key={id} className="item-group">
              <Ghost
                pressed={isAsked}
                onPress={() =>
                  onChange(isAsked ? value.filter((one) => one !== id) : [...value, id])
                }
              >
                <bdi>{name}</bdi>
              </Ghost>
              <Ghost label={words.changeOptions(name)} onPress={() => onGroup(id)}>
                <SquarePen size={20} aria-hidden="true" />
              </Ghost>
            </div>
          );
        })}
        <Ghost onPress={() => onGroup(null)}>
          <Plus size={20} aria-hidden="true" />
          {words.newOptions}
        </Ghost>
      </fieldset>
      <YellowKey className="item-save" onPress={onDone}>
        {words.done}
      </YellowKey>
    </>
  );
}
