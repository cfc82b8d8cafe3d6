/** Members whose value says who a customer is, or lets someone act as one. */
const PERSONAL: ReadonlySet<string> = new Set([
  ...['msisdn', 'phone_number', 'id_number', 'customer', 'token'],
]);
const KEPT = 2;

/** A record as it may be sent to someone else: of personal values only the end is readable. */
export function cover(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return PERSONAL.has(name) ? coverText(value) : value;
  if (Array.isArray(value)) return value.map((one) => cover(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cover(one, key)]));
}

/** `msisdn:4798765432` becomes `msisdn:********32`. */
function coverText(text: string): string {
  const prefix = /^[a-z_]+:/.exec(text)?.[0] ?? '';
  const rest = text.slice(prefix.length);
  return prefix + '*'.repeat(Math.max(0, rest.length - KEPT)) + rest.slice(-KEPT);
}
