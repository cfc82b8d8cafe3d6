/** Why a service is not ready: `reason` for metrics and programs, `description` for people. */
export type NotReady = { readonly reason: ReadinessReason; readonly description: string };

/** The possible reasons; each has its own series in the metrics. */
export const READINESS_REASONS = ['starting_or_stopping', 'store', 'clock'] as const;
export type ReadinessReason = (typeof READINESS_REASONS)[number];

/** Returns a reason against readiness, or null. It must not throw. */
export type ReadinessCheck = () => Promise<NotReady | null>;

/** Asks all parts of the service; it is ready when none of them has a reason against it. */
export class Readiness {
  readonly #checks: ReadinessCheck[] = [];

  add(check: ReadinessCheck): void {
    this.#checks.push(check);
  }

  /** The reasons why the service is not ready; none if it is. */
  async reasons(): Promise<readonly NotReady[]> {
    const found = await Promise.all(this.#checks.map((check) => check()));
    return found.flatMap((one) => one ?? []);
  }
}
