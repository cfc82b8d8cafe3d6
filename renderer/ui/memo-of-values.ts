import { type FunctionComponent, memo } from 'react';

/** What is compared by its content. An object with the same content would be another one at each drawing. */
type Value = string | number | boolean | null | undefined;

/**
 * A component that is drawn again only if one of its values changes, such as a row of a long bill. It takes plain values
 * alone, so that React's own comparison sees each change, and sees none where there is none.
 */
export function memoOfValues<Props extends { readonly [Name in keyof Props]: Value }>(
  component: FunctionComponent<Props>,
) {
  return memo(component);
}
