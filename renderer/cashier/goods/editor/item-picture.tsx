import { useId, useState } from 'react';
import type { ItemWords } from '../../../i18n/items.ts';
import { ImagePlus, Trash2 } from '../../../ui/icons.ts';
import { Ghost } from '../../../ui/key.tsx';
import { pictureOf } from '../../../ui/picture-file.ts';
import { useCashier } from '../../common/context.tsx';
import { problemText } from '../../common/refusal-text.ts';

/** The file that a person has chosen last, on its way to the service or the host. */
export type ChosenPicture = {
  readonly take: (file: File) => Promise<void>;
  /** The item has no name of it yet, so that it cannot be saved. */
  readonly busy: boolean;
  /** Why it is not the item's picture; empty if it is. */
  readonly problem: string;
};

/** It is kept by the whole form: a person may go to another page before the answer comes. */
export function useChosenPicture(onChange: (picture: string) => void): ChosenPicture {
  const { till, words } = useCashier();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const take = async (file: File) => {
    setBusy(true);
    setProblem('');
    const image = await pictureOf(file);
    const answer = image === null ? null : await till.call({ type: 'add_picture', image });
    setBusy(false);
    const name = answer?.ok === true ? answer.value.id : undefined;
    if (name !== undefined) return onChange(name);
    setProblem(image === null ? words.problems.picture_wrong : problemText(answer, words));
  };
  return { take, busy, problem };
}

type ItemPictureProps = {
  /** Name of the picture; empty for none. */
  readonly picture: string;
  readonly chosen: ChosenPicture;
  /** Name of the item. */
  readonly name: string;
  readonly words: ItemWords;
  readonly onRemove: () => void;
};

/**
 * The picture of an item, from a file or, where the machine has one, from its camera. It is shown as the service or the
 * till has written it, never as it was in the file (D-404).
 */
export function ItemPicture({ picture, chosen, name, words, onRemove }: ItemPictureProps) {
  const id = useId();
  const { busy, take } = chosen;
  return (
    <div className="item-picture" aria-busy={busy}>
      {picture !== '' && (
        <img
          src={`pictures/${encodeURIComponent(picture)}`}
          alt={words.pictureOf(name)}
          draggable={false}
        />
      )}
      <label className="ghost item-file" htmlFor={id}>
        <ImagePlus size={20} aria-hidden="true" />
        {picture === '' ? words.choosePicture : words.otherPicture}
        <input
          id={id}
          type="file"
          name="picture"
          accept="image/*"
          disabled={busy}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file !== undefined) void take(file);
          }}
        />
      </label>
      {picture !== '' && (
        <Ghost label={words.removePicture} disabled={busy} onPress={onRemove}>
          <Trash2 size={20} aria-hidden="true" />
        </Ghost>
      )}
    </div>
  );
}
