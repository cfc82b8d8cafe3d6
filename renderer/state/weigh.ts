import { QUANTITY_MAX, type Quantity, quantity } from '../../shared/bill/quantity.ts';
import type { Language } from '../../shared/catalogue/language.ts';
import type { Order } from '../../shared/catalogue/order.ts';
import { weightName } from '../../shared/catalogue/own-words.ts';
import type { Bridge, BridgeCommand, Snapshot } from '../../shared/device/bridge/contract.ts';
import {
  type beginWeighing,
  heardBy,
  type ScaleReading,
  takeable,
} from '../../shared/device/scale/reading.ts';
import { NO_SCALE, type ScaleSettings } from '../../shared/device/scale/settings.ts';
import type { GoodsContext } from './goods-context.ts';

/** Where a weight comes from, which the name of its line says unless a verified scale weighed. */
type WeighedBy = 'scale' | 'hand';

/** The actions while goods are weighed. */
export interface Weighs {
  /** Asks the scale what is on it, for the goods that are being weighed now. */
  readScale(): Promise<void>;
  /** Sets what is on the pan to zero: a box, or the zero point. */
  setScale(act: 'tare' | 'zero'): Promise<void>;
  /** Adds the goods with the weight of the scale, or with the one that was typed. */
  addWeighed(): void;
}

/** Sends a command about the scale; null without an answer. */
export type AskScale = (command: BridgeCommand) => Promise<ScaleReading | null>;

export const askScaleOf =
  (bridge: Bridge): AskScale =>
  async (command) => {
    try {
      const answer = await bridge.call(command);
      return answer.ok ? (answer.scale ?? null) : null;
    } catch {
      // The connection broke. The next question finds it back.
      return null;
    }
  };

/** The name of a weighed line, with how it was weighed unless a verified scale did. */
export function weighedName(
  name: string,
  by: WeighedBy,
  { approved }: Pick<ScaleSettings, 'approved'>,
  language: Language,
): string {
  if (by === 'scale' && approved) return name;
  return weightName(name, by === 'hand' ? 'by_hand' : 'not_verified', language);
}

/** The scale of the till's settings. */
export const scaleOf = (snapshot: Snapshot | null): ScaleSettings =>
  snapshot?.settings.scale ?? NO_SCALE;

/** True for goods whose weight has to be asked. A label of the shop has its own. */
export const needsWeight = ({ product, price, weighed }: Order): boolean =>
  product.unit === 'kg' && product.kind === 'goods' && price === null && weighed !== true;

type WeighDeps = Pick<GoodsContext, 'store'> & {
  readonly ask: AskScale;
  readonly scale: () => ScaleSettings;
  readonly place: (order: Order, by: WeighedBy) => void;
};

export function createWeighs({ store, ask, scale, place }: WeighDeps): Weighs {
  const { getState: get, setState: set } = store;
  /** Asks, and shows the answer if the same goods are still being weighed. */
  async function heard(command: BridgeCommand): Promise<void> {
    const { step } = get();
    if (step?.kind !== 'weight' || scale().connection === undefined) return;
    // Without an answer nobody knows what is on the pan: an earlier weight is not taken.
    const reading: ScaleReading = (await ask(command)) ?? { kind: 'fault', why: 'no_answer' };
    const now = get().step;
    if (now?.kind !== 'weight' || now.weighing !== step.weighing) return;
    set({ step: { ...now, shown: heardBy(now.shown, reading) } });
  }
  return {
    readScale: () => heard({ type: 'read_scale' }),
    setScale: (act) => heard({ type: 'set_scale', act }),
    addWeighed() {
      const { step, typed } = get();
      if (step?.kind !== 'weight') return;
      const weight = weightNow(step.shown, typed, scale());
      if (weight === null) return;
      const { by, units } = weight;
      if (by === 'scale') set({ lastWeight: units });
      place({ ...step.order, quantity: units, weighed: true }, by);
    },
  };
}

/** The weight that would be taken now; null if there is none. A typed one counts before the scale's. */
export function weightNow(
  shown: ReturnType<typeof beginWeighing>,
  typed: number,
  { typed: mayType }: Pick<ScaleSettings, 'typed'>,
): { readonly by: WeighedBy; readonly units: Quantity } | null {
  if (typed > 0) {
    const fits = mayType === 'allowed' && typed <= QUANTITY_MAX;
    return fits ? { by: 'hand', units: quantity(typed) } : null;
  }
  const units = takeable(shown);
  return typeof units === 'string' ? null : { by: 'scale', units };
}
