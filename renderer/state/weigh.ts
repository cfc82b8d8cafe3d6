import { QUANTITY_MAX, type Quantity, quantity } from '../../shared/bill/quantity.ts';
import type { Language } from '../../shared/catalogue/language.ts';
import type { Order } from '../../shared/catalogue/order.ts';
import { weightName } from '../../shared/catalogue/own-words.ts';
import type { Bridge, Snapshot } from '../../shared/device/bridge/contract.ts';
import type { CommandOf } from '../../shared/device/commands/table.ts';
import { heardBy, type ScaleReading, takeable } from '../../shared/device/scale/reading.ts';
import { NO_SCALE, type ScaleSettings } from '../../shared/device/scale/settings.ts';
import { SECOND } from '../../shared/time/clock.ts';
import type { ScreenDevice } from './bills/bills.ts';
import type { GoodsContext } from './goods-context.ts';
import type { GoodsState } from './goods-state.ts';
import type { GoodsStep } from './mode/mode.ts';
import { call } from './till-commands.ts';

/** What the keypad asks while goods are weighed. */
export type WeightStep = Extract<GoodsStep, { readonly kind: 'weight' }>;

/** Where a weight comes from, which the name of its line says unless a verified scale weighed. */
type WeighedBy = 'scale' | 'hand';

/** The actions while goods are weighed. */
export interface Weighs {
  /** Asks the scale what is on it, for the goods that are being weighed now. */
  readScale(): Promise<void>;
  /** Nobody looks at the scale any more, so what is on it can change: no weight of before is taken. */
  forgetWeight(): void;
  /** Sets what is on the pan to zero: a box, or the zero point of an empty pan, which also ends a tare. */
  setScale(act: 'tare' | 'zero'): Promise<void>;
  /** Adds the goods with the weight of the scale, or with the one that was typed. */
  addWeighed(): void;
}

/** Sends a command about the scale; null without an answer. It answers within a deadline, and never rejects. */
export type AskScale = (
  command: CommandOf<'read_scale' | 'set_scale'>,
) => Promise<ScaleReading | null>;

/** Longer than the till waits for its scale, which tares when the pan is still. */
const ASK_WAIT = { read: 3 * SECOND, set: 10 * SECOND } as const;

export const askScaleOf =
  (bridge: Bridge, { after }: Pick<ScreenDevice, 'after'>): AskScale =>
  (command) => {
    const answered = async () => {
      const answer = await call(bridge, command);
      // Without a connection the next question finds it back.
      return answer?.ok === true ? answer.value : null;
    };
    // A till that never answers must not leave an old weight on the screen, nor end weighing for good.
    return new Promise((resolve) => {
      after(ASK_WAIT[command.type === 'set_scale' ? 'set' : 'read'], () => resolve(null));
      void answered().then(resolve);
    });
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

/** True for goods whose weight has to be asked, also after their price for a kilogram was typed. A label of the shop has its own. */
export const needsWeight = ({ product, weighed }: Order): boolean =>
  product.unit === 'kg' && product.kind === 'goods' && weighed !== true;

type WeighDeps = Pick<GoodsContext, 'store' | 'modes'> & {
  readonly ask: AskScale;
  readonly scale: () => ScaleSettings;
  readonly place: (order: Order, by: WeighedBy) => void;
};

export function createWeighs({ store, modes, ask, scale, place }: WeighDeps): Weighs {
  const weighing = () => modes.window('weight');
  const device = () => store.getState().scale;
  const setDevice = (change: Partial<GoodsState['scale']>) =>
    store.setState((state) => ({ scale: { ...state.scale, ...change } }));
  function forgetWeight(): void {
    const step = weighing();
    setDevice({ forgotten: device().forgotten + 1 });
    if (step !== null) modes.edit('weight', { shown: { ...step.shown, shown: null } });
  }
  /** Asks, and shows the answer if the same goods are still being weighed and no weight was forgotten meanwhile. */
  async function heard(command: CommandOf<'read_scale' | 'set_scale'>): Promise<void> {
    if (weighing() === null || scale().connection === undefined) return;
    const asked = device().forgotten;
    const id = modes.windowId();
    // Without an answer nobody knows what is on the pan: an earlier weight is not taken.
    const reading: ScaleReading = (await ask(command)) ?? { kind: 'fault', why: 'no_answer' };
    const now = weighing();
    if (now === null || device().forgotten !== asked) return;
    modes.edit('weight', { shown: heardBy(now.shown, reading) }, id);
  }
  return {
    async readScale() {
      if (!device().setting) await heard({ type: 'read_scale' });
    },
    forgetWeight,
    async setScale(act) {
      const step = weighing();
      if (device().setting || step === null || !maySet(act, step)) return;
      setDevice({ setting: true });
      // The scale waits for a still pan. The weight of before is not what the goods weigh after it.
      forgetWeight();
      await heard({ type: 'set_scale', act });
      setDevice({ setting: false });
    },
    addWeighed() {
      const step = weighing();
      if (step === null) return;
      const weight = weightNow(step, scale());
      if (weight === null) return;
      const { by, gross, units } = weight;
      if (by === 'scale') store.setState({ lastWeight: gross });
      place({ ...step.order, quantity: units, weighed: true }, by);
    },
  };
}

/** A box that the item has is not tared too: it would be taken off twice. */
export const maySet = (act: 'tare' | 'zero', { order }: Pick<WeightStep, 'order'>): boolean =>
  act === 'zero' || order.product.tare === null;

/** True for a weight from which the scale has taken a tare off. */
export const isNet = (shown: ScaleReading | null): boolean =>
  shown !== null && 'tare' in shown && shown.tare === 'set';

/** True if a box that the item has was tared before, for other goods: the scale has to be set to zero first. */
export const isTaredToo = ({ shown, order }: Pick<WeightStep, 'shown' | 'order'>): boolean =>
  order.product.tare !== null && isNet(shown.shown);

/** The weight that would be taken now. */
type WeightNow = {
  readonly by: WeighedBy;
  /** Grams with the box of the item. */
  readonly gross: number;
  /** Without it. */
  readonly units: Quantity;
};

/**
 * The weight that would be taken now; null if there is none. A typed one counts before the scale's. The item's own box
 * is taken off either of them, because a scale beside the till shows the weight with the box.
 */
export function weightNow(
  step: Pick<WeightStep, 'shown' | 'order' | 'typed'>,
  { typed: mayType }: Pick<ScaleSettings, 'typed'>,
): WeightNow | null {
  const { typed } = step;
  const by = typed > 0 ? 'hand' : 'scale';
  if (by === 'hand' && mayType === 'never') return null;
  if (by === 'scale' && isTaredToo(step)) return null;
  const gross = by === 'hand' ? typed : takeable(step.shown);
  if (typeof gross === 'string') return null;
  const net = gross - (step.order.product.tare ?? 0);
  return net > 0 && net <= QUANTITY_MAX ? { by, gross, units: quantity(net) } : null;
}
