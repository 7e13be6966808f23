// Tables of withdrawn consent: what stores say about downloads, and the players who log in from them.
import type { Int64, Market } from './column.ts';

export interface ConsentTables {
  consent_download: ConsentDownloadTable;
  consent_link: ConsentLinkTable;
}

export interface ConsentDownloadTable {
  game_index: number;
  appid: string;
  /** A hash of its id. */
  download: string;
  kind: 'app_transaction' | 'install';
  state: 'given' | 'withdrawn';
  /** Null while no store has said anything. */
  provider: Market | null;
  said_at: number | null;
  recorded_at: number;
}

export interface ConsentLinkTable {
  game_index: number;
  appid: string;
  download: string;
  player_id: Int64;
  /** `restricted`: withdrawn, and decided about with a restriction. */
  state: 'linked' | 'withdrawn' | 'restricted' | 'restored';
  linked_at: number;
  changed_at: number;
}
