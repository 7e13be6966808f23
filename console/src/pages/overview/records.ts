// What the overview reads beside the figures.
import type { Market } from '../../sales/records.ts';

export interface TypeRecord {
  readonly block_type: number;
  /** In Korean. */
  readonly type_name: string;
  readonly type_en_name: string;
}

export interface MarketRecord {
  readonly market: Market;
}

export interface List<T> {
  readonly items: readonly T[];
}
