// SQL of disputes for operators and for the job that sends evidence. Each update names the state it starts from.
import type { Db } from '../../storage/db.ts';
import type { DisputeTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';

export type DisputeName = AppName & { readonly disputeId: string };

export const findDispute = statement((db, $: Params<DisputeName>) =>
  ofApp(db, $).selectFrom('dispute').selectAll().where('dispute_id', '=', $.disputeId),
).first;

export interface DisputeSearch {
  readonly state?: DisputeTable['state'] | undefined;
  readonly reason?: string | undefined;
  readonly playerId?: bigint | undefined;
  readonly openedFrom?: number | undefined;
  readonly openedTo?: number | undefined;
  readonly dueTo?: number | undefined;
}

/** Without order and limit. */
export function selectDisputes(db: Db, app: AppName, search: DisputeSearch) {
  const { state, reason, playerId, openedFrom, openedTo, dueTo } = search;
  let select = ofApp(db, app).selectFrom('dispute').selectAll();
  if (state !== undefined) select = select.where('state', '=', state);
  if (reason !== undefined) select = select.where('reason', '=', reason);
  if (playerId !== undefined) select = select.where('player_id', '=', playerId);
  if (openedFrom !== undefined) select = select.where('opened_at', '>=', openedFrom);
  if (openedTo !== undefined) select = select.where('opened_at', '<=', openedTo);
  if (dueTo !== undefined) select = select.where('due_at', '<=', dueTo);
  return select;
}

interface Draft extends DisputeName {
  readonly version: number;
  readonly next: number;
  readonly draft: string;
  readonly editedAt: number;
  readonly editedBy: string;
}

/** 0 when somebody else has changed it, or it is being sent. */
export const writeDraft = statement((db, $: Params<Draft>) =>
  ofApp(db, $)
    .updateTable('dispute')
    .set({ draft: $.draft, version: $.next, edited_at: $.editedAt, edited_by: $.editedBy })
    .where('dispute_id', '=', $.disputeId)
    .where('version', '=', $.version)
    .where('state', '=', 'open')
    .where('sending', '<>', 'under_way'),
);

interface Intent extends DisputeName {
  readonly version: number;
  readonly submissionId: string;
  readonly sentAt: number;
  readonly sentBy: string;
}

/** The draft of this version is what will be sent: from here on it stays as it is. */
export const writeIntent = statement((db, $: Params<Intent>) =>
  ofApp(db, $)
    .updateTable('dispute')
    .set((eb) => ({
      sending: 'under_way',
      submission_id: $.submissionId,
      evidence: eb.ref('draft'),
      sent_at: $.sentAt,
      sent_by: $.sentBy,
      settled_at: null,
      refusal: null,
    }))
    .where('dispute_id', '=', $.disputeId)
    .where('version', '=', $.version)
    .where('draft', 'is not', null)
    .where('state', '=', 'open')
    .where('sending', '<>', 'under_way'),
);

interface Settled extends DisputeName {
  readonly submissionId: string;
  readonly sending: 'sent' | 'refused';
  readonly settledAt: number;
  readonly refusal: string | null;
}

/** Once for each submission. */
export const writeSettled = statement((db, $: Params<Settled>) =>
  ofApp(db, $)
    .updateTable('dispute')
    .set({ sending: $.sending, settled_at: $.settledAt, refusal: $.refusal })
    .where('dispute_id', '=', $.disputeId)
    .where('submission_id', '=', $.submissionId)
    .where('sending', '=', 'under_way'),
);
