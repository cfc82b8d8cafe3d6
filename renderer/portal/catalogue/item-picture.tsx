import { useId, useState } from 'react';
import { PORTAL_PATH } from '../../../shared/portal/contract.ts';
import type { CataloguePictureMade } from '../../../shared/protocol/catalogue.ts';
import { useFormat } from '../../ui/format.tsx';
import { ImagePlus, Trash2 } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { addressOf } from '../../ui/page-address.ts';
import { pictureOf } from '../../ui/picture-file.ts';
import { usePortal } from '../common/context.tsx';

type ItemPictureProps = {
  /** Name of the picture; empty for none. */
  readonly picture: string;
  readonly name: string;
  readonly onChange: (picture: string) => void;
};

/** What is said of the last file: why it is not the picture, or which part of the shop's room is used. */
type Said = 'pictureWrong' | 'picturesFull' | { readonly room: number };

/** What a refusal says of a picture. */
const SAID: Readonly<Record<string, Said>> = {
  not_accepted: 'pictureWrong',
  conflict: 'picturesFull',
};

/** The part of the room for pictures that is used, by number or by bytes: whole per cent, in basis points. */
const roomOf = ({ stored: { count, count_max, bytes, bytes_max } }: CataloguePictureMade): number =>
  Math.round(Math.max(count / count_max, bytes / bytes_max) * 100) * 100;

/** The picture of an item: a file of the person's machine, which the service writes again. */
export function ItemPicture({ picture, name, onChange }: ItemPictureProps) {
  const { portal, words } = usePortal();
  const format = useFormat();
  const id = useId();
  const [said, setSaid] = useState<Said | null>(null);
  const take = async (file: File) => {
    setSaid(null);
    const image = await pictureOf(file);
    if (image === null) return setSaid('pictureWrong');
    const made = await portal.act(async () => {
      const answer = await portal.api.cataloguePicture(image);
      // The page says itself why nothing else was done.
      if (!answer.ok) setSaid(SAID[answer.problem.refusal ?? ''] ?? null);
      return answer;
    });
    if (made === null) return;
    setSaid({ room: roomOf(made) });
    onChange(made.name);
  };
  return (
    <div className="catalogue-picture">
      {picture !== '' && (
        <img
          src={pictureAddress(picture)}
          alt={words.catalogue.pictureOf(name)}
          draggable={false}
        />
      )}
      <div className="catalogue-picture-keys">
        <label className="ghost catalogue-file" htmlFor={id}>
          <ImagePlus size={20} aria-hidden="true" />
          {words.catalogue.choosePicture}
          <input
            id={id}
            type="file"
            name="picture"
            accept="image/*"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = '';
              if (file !== undefined) void take(file);
            }}
          />
        </label>
        {picture !== '' && (
          <Ghost label={words.catalogue.removePicture} onPress={() => onChange('')}>
            <Trash2 size={20} aria-hidden="true" />
          </Ghost>
        )}
      </div>
      {typeof said === 'string' && (
        <p className="portal-problem" role="alert">
          {words.catalogue[said]}
        </p>
      )}
      {typeof said === 'object' && said !== null && (
        <p role="status">{words.catalogue.pictureRoom(format.percent(said.room))}</p>
      )}
    </div>
  );
}

/** Where a picture of the catalogue is. */
export function pictureAddress(picture: string): string {
  return addressOf(`${PORTAL_PATH}/catalogue/picture/${encodeURIComponent(picture)}`);
}
