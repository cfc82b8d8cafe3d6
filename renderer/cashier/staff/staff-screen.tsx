import { useState } from 'react';
import type { BackOfficeView } from '../../../shared/bridge/back-office.ts';
import { maySupervise } from '../../state/staff.ts';
import { UserPlus } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import { useCashier, useShop } from '../common/context.tsx';
import { BrandStrip, StatusStrip } from '../common/strip.tsx';
import { PeopleChoice } from './people-choice.tsx';
import { newPerson, type StaffDraft } from './staff-draft.ts';
import { StaffSide } from './staff-side.tsx';

/** The people who work at this till. A supervisor adds, changes and removes them. */
export function StaffScreen({ backOffice }: { readonly backOffice: BackOfficeView }) {
  const { words } = useCashier();
  const { settings } = useShop();
  const [picked, setPicked] = useState<string | null>(null);
  const [draft, setDraft] = useState<StaffDraft | null>(null);
  const person = backOffice.staff.find(({ id }) => id === picked) ?? null;
  const may = maySupervise(backOffice);
  const first = backOffice.staff.length === 0;
  const code = first && backOffice.firstSupervisor === 'by_code' ? 'asked' : 'none';
  return (
    <main className="till till-entry till-staff">
      <section className="counter">
        <BrandStrip shop={settings.shop.name} />
        <div className="list-head">
          <h1>{words.staffHead}</h1>
        </div>
        {first ? (
          <EmptySlot>{words.staffNone}</EmptySlot>
        ) : (
          <PeopleChoice
            label={words.staffHead}
            people={backOffice.staff}
            picked={picked}
            onPick={(id) => {
              setPicked(id);
              setDraft(null);
            }}
          />
        )}
        <div className="counter-foot">
          {may && (
            <Ghost onPress={() => setDraft(newPerson(first ? 'supervisor' : 'cashier', code))}>
              <UserPlus size={20} aria-hidden="true" />
              {first ? words.staffAddFirst : words.staffAdd}
            </Ghost>
          )}
        </div>
      </section>
      <section className="deck till-right deck-choices">
        <StatusStrip />
        <div className="deck-body">
          <StaffSide
            backOffice={backOffice}
            person={person}
            draft={draft}
            setDraft={setDraft}
            may={may}
          />
        </div>
      </section>
    </main>
  );
}
