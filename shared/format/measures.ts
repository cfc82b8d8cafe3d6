const SIZES = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
/** Units of time with their seconds, and from how many seconds on each is used. */
const SPANS = [
  { unit: 'day', seconds: 86_400, from: 172_800 },
  { unit: 'hour', seconds: 3_600, from: 7_200 },
  { unit: 'minute', seconds: 60, from: 120 },
  { unit: 'second', seconds: 1, from: 0 },
] as const;

/** How one reader sees what is measured, by the `locale` of a `Format`. Few screens measure anything. */
export function measuresOf(locale: string) {
  const measured = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, { style: 'unit', ...options }).format(value);
  return {
    /** `200,000`: a number of things. */
    pieces: (count: number): string => new Intl.NumberFormat(locale).format(count),
    /** `0.335`: grams as kilograms. */
    kilograms: (grams: number): string =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: 3 }).format(grams / 1_000),
    /** `21 GB`, `1.5 MB`: bytes in the largest unit of at least one. */
    size(bytes: number): string {
      let value = bytes / 1_024;
      let place = 0;
      while (value >= 1_000 && place < SIZES.length - 1) {
        value /= 1_024;
        place += 1;
      }
      const maximumFractionDigits = value < 10 ? 1 : 0;
      return measured(value, { unit: SIZES[place] ?? 'kilobyte', maximumFractionDigits });
    },
    /** `13 minutes`, in one unit: a time that nobody counts. */
    roughly(milliseconds: number): string {
      const whole = Math.round(milliseconds / 1_000);
      const { unit, seconds } = SPANS.find(({ from }) => whole >= from) ?? SPANS[3];
      return measured(whole / seconds, { unit, unitDisplay: 'long', maximumFractionDigits: 0 });
    },
  };
}
