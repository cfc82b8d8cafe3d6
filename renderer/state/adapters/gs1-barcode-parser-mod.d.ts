/** The package has no types. It throws for a text that it cannot read. */
declare module 'gs1-barcode-parser-mod' {
  export function parseBarcode(text: string): {
    readonly parsedCodeItems: readonly {
      readonly ai: string;
      /** The text of the element, without its identifier. */
      readonly raw: string;
      /** `2026-11-29`, with a time where the element has one; empty for other elements. */
      readonly isoDate: string;
    }[];
  };
}
