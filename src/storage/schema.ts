// The tables as types; the SQL in migrations/ is their source.
import type { AccessTables } from './schema/access.ts';
import type { AlertTables } from './schema/alert.ts';
import type { AppTables } from './schema/app.ts';
import type { ConsentTables } from './schema/consent.ts';
import type { ConsoleTables } from './schema/console.ts';
import type { DisputeTables } from './schema/dispute.ts';
import type { FigureTables } from './schema/figures.ts';
import type { MarketTables } from './schema/market.ts';
import type { MeasureTables } from './schema/measure.ts';
import type { OutboxTables } from './schema/outbox.ts';
import type { PurchaseTables } from './schema/purchase.ts';
import type { RefusedTables } from './schema/refused.ts';
import type { RestrictionTables } from './schema/restriction.ts';

export type * from './schema/access.ts';
export type * from './schema/alert.ts';
export type * from './schema/app.ts';
export type * from './schema/column.ts';
export type * from './schema/consent.ts';
export type * from './schema/console.ts';
export type * from './schema/dispute.ts';
export type * from './schema/figures.ts';
export type * from './schema/market.ts';
export type * from './schema/measure.ts';
export type * from './schema/outbox.ts';
export type * from './schema/purchase.ts';
export type * from './schema/refused.ts';
export type * from './schema/restriction.ts';

export interface Schema
  extends AppTables,
    AccessTables,
    ConsoleTables,
    RestrictionTables,
    OutboxTables,
    PurchaseTables,
    DisputeTables,
    RefusedTables,
    MarketTables,
    AlertTables,
    FigureTables,
    MeasureTables,
    ConsentTables {}
