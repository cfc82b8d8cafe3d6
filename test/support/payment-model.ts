/*
 * One payment of 2 minor units, as the specification's table has it: a model that was written from the
 * specification and not from the code. It knows sums, not moves. The name of a command says what it does:
 * `captureA1` captures 1 with the id a, `refundAll` refunds everything.
 */

export type Model = {
  readonly phase: 'asked' | 'held' | 'over' | 'paid';
  readonly aborted: boolean;
  readonly captures: Readonly<Record<string, number>>;
  readonly refunds: Readonly<Record<string, number>>;
};

export const START: Model = { phase: 'asked', aborted: false, captures: {}, refunds: {} };

/** The amount of the payment in minor units. */
export const TOTAL = 2;
export const sum = (parts: Readonly<Record<string, number>>) =>
  Object.values(parts).reduce((total, one) => total + one, 0);

/** What the specification requires: the next state of the model, or the HTTP status of the refusal. */
export function expected(model: Model, name: string): Model | 400 | 409 {
  const { phase, captures, refunds } = model;
  const captured = sum(captures);
  const [, verb, id, size] = /^(capture|refund)(All|[AB])(\d)?$/.exec(name) ?? [];
  if (verb !== undefined) {
    const done = verb === 'capture' ? captures : refunds;
    const key = id ?? '';
    const room = verb === 'capture' ? TOTAL - captured : captured - sum(refunds);
    if (Object.hasOwn(done, key)) {
      if (id === 'All' && room === 0) return model;
      if (id !== 'All') return done[key] === Number(size) ? model : 409;
    }
    const amount = id === 'All' ? room : Number(size);
    if (verb === 'capture') {
      if (phase !== 'held') return 409;
      if (amount > room) return 400;
      const next = { ...captures, [key]: amount };
      return { ...model, captures: next, phase: sum(next) === TOTAL ? 'paid' : 'held' };
    }
    if (phase === 'over' || (id === 'All' && room === 0)) return 409;
    if (amount > room) return 400;
    // Full refunds have no id, so there can be several.
    return { ...model, refunds: { ...refunds, [key]: (refunds[key] ?? 0) + amount } };
  }
  switch (name) {
    case 'confirm':
      return phase === 'asked' ? { ...model, phase: 'held' } : 409;
    case 'reject':
      return phase === 'asked' ? { ...model, phase: 'over' } : 409;
    case 'reauth':
      return phase === 'held' ? model : 409;
    case 'abort':
      if (model.aborted) return model;
      if (phase === 'asked' || (phase === 'held' && captured === 0)) {
        return { ...model, phase: 'over', aborted: true };
      }
      return 409;
    case 'expire':
      if (phase === 'asked') return { ...model, phase: 'over' };
      if (phase !== 'held') return 409;
      return { ...model, phase: captured > 0 ? 'paid' : 'over' };
    default:
      if (phase !== 'held') return 409;
      return { ...model, phase: captured > 0 ? 'paid' : 'over' };
  }
}

export const PHASE_STATUS = { asked: 'pending', held: 'auth', over: 'fail', paid: 'ok' } as const;
