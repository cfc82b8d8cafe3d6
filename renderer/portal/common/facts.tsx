import { Fragment } from 'react';

/** What a slip says of its thing: a word and what is known of it; null where there is nothing to say. */
export type Fact = readonly [label: string, value: string | null];

/** The facts of a slip, in their order. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="slip-facts portal-facts">
      {facts.map(([label, value]) =>
        value === null ? null : (
          // Several facts can have one label, as the persons of a day.
          <Fragment key={`${label} ${value}`}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}
