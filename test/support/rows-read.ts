/** Rows that all steps of a plan of PostgreSQL (`EXPLAIN ANALYZE`) have read, also those that they left out. */
export function rowsRead(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0;
  const members = Object.entries(plan);
  const of = (name: string) => Number(Reflect.get(plan, name) ?? 0);
  const left = of('Rows Removed by Filter') + of('Rows Removed by Index Recheck');
  const own = (of('Actual Rows') + left) * of('Actual Loops');
  return members.reduce((sum, [, member]) => sum + rowsRead(member), own);
}
