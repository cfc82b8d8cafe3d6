/** A display as the operating system names it. */
export type DisplayInfo = {
  readonly id: number;
  /** Its model, where the system knows it; may be empty. */
  readonly label: string;
  readonly bounds: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
};

/** The identity of a display, to recognise it after it was unplugged. */
export type DisplayIdentity = {
  readonly id: number;
  readonly label: string;
  readonly width: number;
  readonly height: number;
};

/** `none` shows no customer display; a label names the one to use. */
export type DisplaySetting =
  | { readonly kind: 'automatic' }
  | { readonly kind: 'none' }
  | { readonly kind: 'labelled'; readonly label: string };

export function identityOf({ id, label, bounds }: DisplayInfo): DisplayIdentity {
  return { id, label, width: bounds.width, height: bounds.height };
}

export type DisplayChoice = {
  readonly displays: readonly DisplayInfo[];
  /** The display of the cashier's window, which is never chosen. */
  readonly cashier: number;
  readonly setting: DisplaySetting;
  /** The display that was used last. */
  readonly remembered: DisplayIdentity | null;
};

/**
 * Chooses the customer's display; null for none. The remembered one wins. Otherwise a machine with
 * exactly one other display uses that one; with several the settings must name one, because a wrong
 * choice would show a sale to the wrong people.
 */
export function chooseDisplay(choice: DisplayChoice): DisplayInfo | null {
  const { setting, remembered, cashier } = choice;
  const others = choice.displays.filter(({ id }) => id !== cashier);
  switch (setting.kind) {
    case 'none':
      return null;
    case 'labelled':
      return only(others.filter(({ label }) => label === setting.label));
    case 'automatic':
      return (remembered && recognise(others, remembered)) ?? only(others);
  }
}

/** Recognises a display by its id, or by label and size, because a system may renumber displays. */
function recognise(
  others: readonly DisplayInfo[],
  remembered: DisplayIdentity,
): DisplayInfo | null {
  const byId = others.find(({ id, label }) => id === remembered.id && label === remembered.label);
  if (byId) return byId;
  if (remembered.label === '') return null;
  return only(
    others.filter(
      ({ label, bounds }) =>
        label === remembered.label &&
        bounds.width === remembered.width &&
        bounds.height === remembered.height,
    ),
  );
}

function only<T>(displays: readonly T[]): T | null {
  return displays.length === 1 ? (displays[0] ?? null) : null;
}
