type AnnouncerProps = {
  /** Progress, announced in a pause. */
  readonly polite: string;
  /** A result, announced at once. */
  readonly assertive: string;
};

/**
 * Announcements for screen readers. Both regions are always present, because screen readers only
 * report changes of existing regions.
 */
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
