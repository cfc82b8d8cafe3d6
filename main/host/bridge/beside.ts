import type { Desk } from '../desk/desk.ts';
import type { Goods } from '../goods/goods.ts';

/** What a till has beside its terminal, for those who stand at it. */
export type Beside = {
  /** Who stands at the till; none where it is left out. */
  readonly desk?: Desk;
  /** What is sold; amounts alone when left out. */
  readonly goods?: Goods;
};
