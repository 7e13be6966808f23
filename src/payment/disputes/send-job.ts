// Sends evidence to the gateway, once: an earlier attempt may have arrived although its answer was lost, so each
// attempt first reads what the bank was given.
import type { Job, JobHandler, JobOutcome, NewJob } from '../../background/jobs.ts';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../storage/db.ts';
import type { DisputeTable } from '../../storage/schema.ts';
import { type AppName, nameOf } from '../../tenants/directory.ts';
import { keepDisputes } from '../ledger/disputes.ts';
import type { Evidence, Gateway, GatewayDispute, GatewayName } from '../markets/pg/gateway.ts';
import { atGateway } from '../markets/pg/settings.ts';
import type { MarketApps } from '../settings/market-apps.ts';
import { refusalOf } from './answerable.ts';
import { findDispute, writeSettled } from './store.ts';

export const SEND_EVIDENCE_JOB = 'dispute.evidence';

interface Payload {
  readonly disputeId: string;
  readonly submissionId: string;
}

export const sendingOf = (app: AppName, payload: Payload): NewJob => ({
  ...nameOf(app),
  kind: SEND_EVIDENCE_JOB,
  id: `${SEND_EVIDENCE_JOB} ${payload.submissionId}`,
  payload,
});

export interface SendDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly marketApps: MarketApps;
  readonly gateways: Readonly<Record<GatewayName, Pick<Gateway, 'evidence'>>>;
}

export function sendEvidenceJob({ db, clock, marketApps, gateways }: SendDeps): JobHandler {
  async function settle(
    row: DisputeTable,
    sending: 'sent' | 'refused',
    refusal: string | null = null,
  ): Promise<JobOutcome> {
    const { game_index: gameIndex, appid, dispute_id: disputeId, submission_id } = row;
    const submissionId = submission_id as string;
    const settledAt = clock();
    await writeSettled(db, {
      ...{ gameIndex, appid, disputeId, submissionId, sending, settledAt, refusal },
    });
    return 'done';
  }

  return async ({ appid, gameIndex, payload }: Job): Promise<JobOutcome> => {
    const { disputeId, submissionId } = payload as Payload;
    const row = await findDispute(db, { appid, gameIndex, disputeId });
    if (row?.sending !== 'under_way' || row.submission_id !== submissionId) return 'done';
    const current = await marketApps(appid, 'PG');
    const app = current && atGateway(current, row.gateway);
    const port = gateways[row.gateway].evidence;
    if (!app || !port) return { retry: `the app has no credentials at ${row.gateway}` };

    const read = async (): Promise<GatewayDispute | { readonly trouble: string }> => {
      const readAt = clock();
      const seen = await port.read(app, disputeId);
      if ('unavailable' in seen) return { trouble: seen.unavailable };
      if ('declined' in seen) return { trouble: seen.declined };
      await keepDisputes(db, row, [seen], readAt);
      return seen;
    };
    const isOurs = (seen: GatewayDispute): boolean =>
      seen.submissionId === submissionId && seen.submissions > 0;

    const before = await read();
    if ('trouble' in before) return { retry: before.trouble };
    if (isOurs(before)) return settle(row, 'sent');
    const refusal = refusalOf(before, clock());
    if (refusal !== undefined) return settle(row, 'refused', refusal);

    const evidence = JSON.parse(row.evidence ?? '{}') as Evidence;
    const sent = await port.send(app, disputeId, evidence, submissionId);
    if ('unavailable' in sent) return { retry: sent.unavailable };
    if (!('declined' in sent)) {
      await keepDisputes(db, row, [sent], clock());
      return settle(row, 'sent');
    }
    const after = await read();
    if ('trouble' in after) return { retry: after.trouble };
    return isOurs(after) ? settle(row, 'sent') : settle(row, 'refused', sent.declined);
  };
}
