import { measuresOf } from '../../../shared/format/measures.ts';
import type { PortalRoom } from '../../../shared/portal/room.ts';
import { useFormat } from '../../ui/format.tsx';
import { Ghost } from '../../ui/key.tsx';
import { EmptySlot, Slip } from '../../ui/slip.tsx';
import { usePortal } from '../common/context.tsx';
import { Facts } from '../common/facts.tsx';
import { ListProblem } from '../common/ledger.tsx';
import { useLoaded } from '../common/use-loaded.ts';

const EVERY = 10_000;

type Used = PortalRoom['items'][number];

const isFull = ({ count, count_max, bytes, bytes_max }: Used) =>
  count >= count_max || bytes >= bytes_max;

/** What the shop has used of the room that it may use, and what to do where it is full (D-547). */
export function RoomSlip({ onClose }: { readonly onClose: () => void }) {
  const { portal, words } = usePortal();
  const { locale } = useFormat();
  const { pieces, size } = measuresOf(locale);
  const { value, problem } = useLoaded('room', () => portal.api.room(), EVERY);
  if (value === null) {
    if (problem !== null) return <ListProblem problem={problem} />;
    return <EmptySlot>{words.loading}</EmptySlot>;
  }
  const text = words.fleet;
  const full = value.items.filter(isFull);
  return (
    <Slip className="portal-slip" label={text.room}>
      <h2>{text.room}</h2>
      <p>{text.roomText}</p>
      {full.map(({ kind }) => (
        <p key={kind} className="portal-problem" role="alert">
          <strong>{text.roomFull(text.rooms[kind])}</strong> {text.roomAdvice[kind]}
        </p>
      ))}
      <Facts
        facts={value.items.map((one) => [
          text.rooms[one.kind],
          text.roomUsed(
            { used: pieces(one.count), most: pieces(one.count_max) },
            { used: size(one.bytes), most: size(one.bytes_max) },
          ),
        ])}
      />
      <Ghost className="form-back" onPress={onClose}>
        {words.back}
      </Ghost>
    </Slip>
  );
}
