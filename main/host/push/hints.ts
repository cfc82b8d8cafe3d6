/** A channel that all devices of a shop hear, and what to do when it may have said something. */
export type Hints = { readonly channel: string; readonly heard: () => void };
