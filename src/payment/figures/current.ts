// Whether the sums of an app contain everything that the ledger has recorded.
import { Type } from 'typebox';
import type { OperationContext } from '../../audit/operation.ts';
import type { App } from '../../tenants/directory.ts';
import { lastNumberOf } from '../ledger/feed.ts';
import { isOutdated, readPosition } from './positions.ts';

export const IsCurrent = Type.Boolean({
  description: 'False while the figures do not contain all recorded purchases yet.',
});

/** False while the sums are behind the ledger: seconds, or longer after an upgrade or another time zone. */
export async function isCurrent({ storage }: OperationContext, app: App): Promise<boolean> {
  const { db } = storage;
  const [position, last] = [await readPosition(db, app), await lastNumberOf(db, app)];
  if (last === 0 && !position) return true;
  return (
    position !== undefined && position.number >= (last ?? 0) && !isOutdated(position, app.timeZone)
  );
}

export const CURRENT = { field: IsCurrent, read: isCurrent };
