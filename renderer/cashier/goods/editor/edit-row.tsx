import { ChevronRight } from '../../../ui/icons.ts';
import { Ghost } from '../../../ui/key.tsx';

type EditRowProps = {
  readonly label: string;
  readonly value: string;
  readonly onPress: () => void;
};

/** A line of the editor, which opens the page on which its value is changed. */
export function EditRow({ label, value, onPress }: EditRowProps) {
  return (
    <Ghost className="item-row" onPress={onPress}>
      <span className="item-row-label">{label}</span>
      <bdi className="item-row-value">{value}</bdi>
      <ChevronRight size={20} className="item-row-open" aria-hidden="true" />
    </Ghost>
  );
}
