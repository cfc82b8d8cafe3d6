import { useState } from 'react';
import { entryId } from '../../shared/catalogue/new-entries.ts';
import { runtimeIds } from '../../shared/runtime.ts';

/** The id of the entry on a form. A new entry (null) gets one when its form opens, and keeps it (D-403). */
export function useEntryId(id: string | null): string {
  const [own] = useState(() => id ?? entryId(runtimeIds));
  return own;
}
