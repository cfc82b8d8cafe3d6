import type { PosInput, PosOutput, PosUpdate } from '../../shared/protocol/pos.ts';

export interface PosStore {
  /** Writes a new POS; if the id is taken, returns the stored one and writes nothing. */
  create(merchantId: string, pos: PosInput): Promise<{ created: boolean; pos: PosOutput }>;
  read(merchantId: string, id: string): Promise<PosOutput | null>;
  /** Ids in byte order after `after` (D-178). */
  list(merchantId: string, after: string | null, limit: number): Promise<readonly string[]>;
  /** The ids just before `before`, or the last ones, in descending order. */
  listBack(merchantId: string, before: string | null, limit: number): Promise<readonly string[]>;
  update(merchantId: string, id: string, change: PosUpdate): Promise<boolean>;
  remove(merchantId: string, id: string): Promise<boolean>;
}
