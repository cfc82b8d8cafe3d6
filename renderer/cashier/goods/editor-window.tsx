import { ITEM_WORDS } from '../../i18n/items.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Ghost } from '../../ui/key.tsx';
import { useCashier } from '../common/context.tsx';
import type { ItemEditorProps } from '../common/lazy-screens.tsx';
import { ItemEditor } from './editor/item-editor.tsx';
import { useItemChanges } from './use-item-changes.ts';

/** The window of an item: its editor, or why nothing can be changed at this till. */
export function EditorWindow(props: ItemEditorProps) {
  const { language, words } = useCashier();
  const { product, onClose } = props;
  const items = ITEM_WORDS[language];
  if (useItemChanges() === 'possible') return <ItemEditor {...props} />;
  return (
    <Dialog
      head={product === null ? items.newItem : product.name[language]}
      text={words.problems.items_need_key}
      onClose={onClose}
    >
      <Ghost onPress={onClose}>{items.close}</Ghost>
    </Dialog>
  );
}
