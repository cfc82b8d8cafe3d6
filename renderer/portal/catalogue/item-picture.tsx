import { useId, useState } from 'react';
import { PORTAL_PATH } from '../../../shared/portal/contract.ts';
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

/** The picture of an item: a file of the person's machine, which the service writes again. */
export function ItemPicture({ picture, name, onChange }: ItemPictureProps) {
  const { portal, words } = usePortal();
  const id = useId();
  const [wrong, setWrong] = useState(false);
  const take = async (file: File) => {
    setWrong(false);
    const image = await pictureOf(file);
    const made = image === null ? null : await portal.act(() => portal.api.cataloguePicture(image));
    if (made === null) setWrong(true);
    else onChange(made.name);
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
      {wrong && (
        <p className="portal-problem" role="alert">
          {words.catalogue.pictureWrong}
        </p>
      )}
    </div>
  );
}

/** Where a picture of the catalogue is. */
export function pictureAddress(picture: string): string {
  return addressOf(`${PORTAL_PATH}/catalogue/picture/${encodeURIComponent(picture)}`);
}
