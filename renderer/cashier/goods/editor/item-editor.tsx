import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ITEM_WORDS } from '../../../i18n/items.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Ghost } from '../../../ui/key.tsx';
import { useCashier, useGoods } from '../../common/context.tsx';
import type { ItemEditorProps } from '../../common/lazy-screens.tsx';
import { ItemForm } from './item-form.tsx';
import { type Page, pageAbove } from './pages.ts';
import { Problem } from './problem.tsx';
import { Saving } from './saving.ts';
import { useChanges } from './use-changes.ts';
import { useDocument } from './use-document.ts';
import './item-editor.css';

/** What a supervisor changes of an item at the till, or a new item (D-405). */
export function ItemEditor({ product: opened, onNew, onOrder, onClose }: ItemEditorProps) {
  const { language, words: cashier } = useCashier();
  const words = ITEM_WORDS[language];
  const found = useGoods(({ catalogue }) =>
    catalogue?.products.find(({ id }) => id === opened?.id),
  );
  const product = found ?? opened;
  const isGone = product !== null && found === undefined;
  const [chosen, setPage] = useState<Page>({ kind: opened === null ? 'new_name' : 'menu' });
  // An item that somebody else removes has no price to change; its fields can make it again.
  const page: Page = isGone && chosen.kind === 'menu' ? { kind: 'fields' } : chosen;
  const { read, problem } = useDocument();
  const changes = useChanges();
  const said = changes.problem === '' ? problem : changes.problem;
  const above = isGone && page.kind === 'fields' ? null : pageAbove(page, product === null);
  // The key that opened a page is gone with the page before. A page with a line of text takes the focus to it.
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root.current?.contains(document.activeElement) !== true) root.current?.focus();
  });
  useLayoutEffect(() => {
    const goBack = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || above === null) return;
      // Otherwise the browser closes the window.
      event.preventDefault();
      setPage(above);
    };
    window.addEventListener('keydown', goBack, true);
    return () => window.removeEventListener('keydown', goBack, true);
  });
  return (
    <Dialog
      head={product === null ? words.newItem : product.name[language]}
      text={page.kind === 'menu' ? words.menuText : ''}
      onClose={onClose}
    >
      <div ref={root} className="item-editor" tabIndex={-1} aria-busy={changes.busy}>
        {said !== '' && <Problem>{said}</Problem>}
        <p className="item-saving" role="status">
          {changes.busy && words.saving}
        </p>
        {read !== null && (
          <Saving value={changes.busy}>
            <ItemForm
              id={product?.id ?? null}
              read={read}
              page={page}
              go={setPage}
              words={words}
              changes={changes}
              onDone={onClose}
            />
          </Saving>
        )}
        <div className="item-ends">
          {page.kind === 'menu' && (
            <Ghost onPress={() => setPage({ kind: 'fields' })}>{words.more}</Ghost>
          )}
          {page.kind === 'menu' && <Ghost onPress={onNew}>{words.newItem}</Ghost>}
          {page.kind === 'menu' && <Ghost onPress={onOrder}>{cashier.orderHead}</Ghost>}
          {above !== null && <Ghost onPress={() => setPage(above)}>{words.back}</Ghost>}
          <Ghost onPress={onClose}>{words.close}</Ghost>
        </div>
      </div>
    </Dialog>
  );
}
