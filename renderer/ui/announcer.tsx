type AnnouncerProps = {
  /** Progress, spoken when there is a pause. */
  readonly polite: string;
  /** A result, spoken at once. */
  readonly assertive: string;
};

/** News for screen readers. Both regions are always there, so that a change in them is heard. */
export function Announcer({ polite, assertive }: AnnouncerProps) {
  return (
    <>
      <p className="sr-only" role="status" aria-live="polite">
        {polite}
      </p>
      <p className="sr-only" role="alert" aria-live="assertive">
        {assertive}
      </p>
    </>
  );
}
