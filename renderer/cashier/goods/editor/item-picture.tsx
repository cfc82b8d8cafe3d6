import { useId, useState } from 'react';
import type { ItemWords } from '../../../i18n/items.ts';
import { ImagePlus, Trash2 } from '../../../ui/icons.ts';
import { Ghost } from '../../../ui/key.tsx';
import { pictureOf } from '../../../ui/picture-file.ts';
import { useCashier } from '../../common/context.tsx';
import { problemText } from '../../common/refusal-text.ts';
import { Problem } from './problem.tsx';

type ItemPictureProps = {
  /** Name of the picture; empty for none. */
  readonly picture: string;
  /** Name of the item. */
  readonly name: string;
  readonly words: ItemWords;
  readonly onChange: (picture: string) => void;
};

/**
 * The picture of an item, from a file or, where the machine has one, from its camera. It is shown as the service or the
 * till has written it, never as it was in the file (D-404).
 */
export function ItemPicture({ picture, name, words, onChange }: ItemPictureProps) {
  const { till, words: cashier } = useCashier();
  const id = useId();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const take = async (file: File) => {
    setBusy(true);
    const image = await pictureOf(file);
    const answer = image === null ? null : await till.call({ type: 'add_picture', image });
    setBusy(false);
    const name = answer?.ok === true ? answer.value?.id : undefined;
    if (name !== undefined) onChange(name);
    const wrong = image === null ? cashier.problems.picture_wrong : problemText(answer, cashier);
    setProblem(name === undefined ? wrong : '');
  };
  return (
    <>
      {problem !== '' && <Problem>{problem}</Problem>}
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
          <Ghost label={words.removePicture} onPress={() => onChange('')}>
            <Trash2 size={20} aria-hidden="true" />
          </Ghost>
        )}
      </div>
    </>
  );
}
