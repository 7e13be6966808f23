// What a caller asks for, turned into the change that it stands for.
import type { Actor as AuditActor } from '../audit/audit.ts';
import { readDate } from '../base/dates.ts';
import type { App } from '../tenants/directory.ts';
import type { Actor, SetChange } from './changes.ts';
import { periodProblem } from './rules.ts';

export interface SetRequest {
  readonly player_id: bigint;
  readonly status: 'P' | 'B';
  readonly block_type: number;
  readonly start_date: string;
  readonly end_date: string;
  readonly skip_blocked?: boolean;
  readonly did?: bigint;
}

/** Who asks for a change, why, and in which trace. */
export interface Requester {
  readonly actor: Actor;
  readonly comment?: string | undefined;
  readonly traceparent?: string | undefined;
  /** Who is to be named in the audit log too. */
  readonly audited?: AuditActor | undefined;
}

/** The change that a request asks for, or the field that makes it invalid. */
export function setChange(
  app: App,
  request: SetRequest,
  who: Requester,
  now: number,
): SetChange | { readonly field: string } {
  const startsAt = readDate(request.start_date, app.timeZone);
  const endsAt = readDate(request.end_date, app.timeZone);
  if (startsAt === undefined) return { field: 'start_date' };
  if (endsAt === undefined) return { field: 'end_date' };
  const field = periodProblem(request.status, startsAt, endsAt, now);
  if (field) return { field };
  return {
    kind: 'set',
    app,
    playerId: request.player_id,
    ...who,
    now,
    did: request.did,
    skipBlocked: request.skip_blocked ?? false,
    restriction: {
      status: request.status,
      blockType: request.block_type,
      startDate: request.start_date,
      endDate: request.end_date,
      startsAt,
      endsAt: request.status === 'P' ? null : endsAt,
    },
  };
}
