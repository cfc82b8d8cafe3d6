/** A serial line to a scale. Nothing here rejects. */
export type ScaleLine = {
  readonly send: (text: string) => void;
  /** Ends the line. */
  readonly close: () => void;
};

export type LineListener = {
  readonly onText: (text: string) => void;
  /** The port is gone: unplugged, or never there. Called once at most. */
  readonly onEnd: () => void;
};

/** Why a port was not opened. */
export type NotOpened = 'not_found' | 'not_allowed' | 'no_driver';

/** Opens the port of a scale. It never rejects. */
export type OpenLine = (listener: LineListener) => Promise<ScaleLine | NotOpened>;
