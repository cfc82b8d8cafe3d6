import { fractionOf, percentOf } from '../../../shared/catalogue/fields/item-fields.ts';
import { catalogueSettings } from '../../../shared/protocol/catalogue-document.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { usePortal } from '../common/context.tsx';
import { Input } from '../common/form.tsx';
import { useKept } from './catalogue-context.tsx';
import { EntryForm } from './entry-form.tsx';

type SettingsFields = { readonly openRate: string; readonly patterns: string };

/** What holds for all tills of the shop, besides its items. */
export function SettingsForm() {
  const { words } = usePortal();
  const { version, document } = useKept();
  const text = words.catalogue;
  const rate = document.open_price_vat_rate;
  const present: SettingsFields = {
    openRate: rate === undefined ? '' : percentOf(rate),
    patterns: (document.in_store_codes ?? []).join(' '),
  };
  const { typed, change, seen, theirs } = useDraft(version ?? 0, present);
  const labels = [
    [text.openRate, theirs.openRate],
    [text.patterns, theirs.patterns],
  ] as const;
  return (
    <EntryForm
      head={text.otherSettings}
      isNew={false}
      gone={false}
      theirs={labels.flatMap(([field, value]) => (value === undefined ? [] : [[field, value]]))}
      seen={seen}
      changes={() => {
        const fraction = fractionOf(typed.openRate);
        if (fraction === null && typed.openRate.trim() !== '') return text.wrong.vat;
        const patterns = typed.patterns
          .toUpperCase()
          .split(/[\s,;]+/)
          .filter(Boolean);
        const settings = {
          ...(fraction === null ? {} : { open_price_vat_rate: fraction }),
          ...(patterns.length === 0 ? {} : { in_store_codes: patterns }),
        };
        const checked = validate(catalogueSettings, settings);
        if (!checked.ok) return text.wrong.other;
        change({
          openRate: fraction === null ? '' : percentOf(fraction),
          patterns: patterns.join(' '),
        });
        return [{ kind: 'set_settings', settings: checked.value }];
      }}
    >
      <Input
        name="openRate"
        numeric
        label={text.openRate}
        value={typed.openRate}
        onChange={(openRate) => change({ openRate })}
      />
      <Input
        name="patterns"
        label={text.patterns}
        value={typed.patterns}
        onChange={(patterns) => change({ patterns })}
        hint={text.patternsHint}
      />
    </EntryForm>
  );
}
