/** The scale of a till. */
export type ScaleSettings = {
  /** Left out: weights are typed. */
  readonly connection?: {
    /** The port: `/dev/ttyUSB0`, `COM3`. */
    readonly path: string;
    readonly baudRate: number;
  };
  /** True for a scale that an authority has verified for trade. */
  readonly approved: boolean;
  /** Whether a person may type a weight. */
  readonly typed: 'allowed' | 'never';
};

/** A till without a setting: weights are typed. */
export const NO_SCALE: ScaleSettings = { approved: false, typed: 'allowed' };

export const BAUD_RATES = [1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 57_600, 115_200] as const;
