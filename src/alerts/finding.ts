// What a condition of alerts is asked, and what it finds.
import type { Db } from '../storage/db.ts';
import type { AlertKind } from '../storage/schema.ts';
import type { AlertSettings } from './settings.ts';

export interface Finding {
  readonly gameIndex: number;
  readonly kind: AlertKind;
  /** What it is about, within its kind. */
  readonly subject: string;
  readonly appid: string | null;
  readonly details: Readonly<Record<string, string | number>>;
}

export interface Asked {
  readonly db: Db;
  readonly now: number;
  settingsOf(gameIndex: number): Required<AlertSettings>;
  /** Whether an alert of this kind and subject is open: it closes later than it opens. */
  isOpen(about: Pick<Finding, 'gameIndex' | 'kind' | 'subject'>): boolean;
}
