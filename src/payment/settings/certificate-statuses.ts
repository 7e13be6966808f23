// What is known of the certificates that sign receipts, for all processes and after a restart.
import type { Market } from '../../base/market.ts';
import type { Db } from '../../storage/db.ts';
import { type Params, statement } from '../../storage/statement.ts';
import type { CertificateStatuses } from '../markets/description.ts';

export const createCertificateStatuses = (db: Db): CertificateStatuses => ({
  async read(certificate) {
    const row = await statusOf(db, { certificate });
    return row && { revoked: row.revoked === 1, nextUpdate: row.next_update };
  },
  async keep(certificate, { revoked, nextUpdate }) {
    const row = {
      certificate,
      revoked: revoked ? 1 : 0,
      next_update: nextUpdate,
      failing_since: null,
    } as const;
    await db
      .insertInto('certificate_status')
      .values(row)
      .onConflict((conflict) => conflict.column('certificate').doUpdateSet(row))
      .execute();
  },
  async keepFailing(certificate, now) {
    await db
      .insertInto('certificate_status')
      .values({ certificate, revoked: 0, next_update: 0, failing_since: now })
      .onConflict((conflict) =>
        conflict.column('certificate').doUpdateSet(({ fn, ref, val }) => ({
          failing_since: fn.coalesce(ref('certificate_status.failing_since'), val(now)),
        })),
      )
      .execute();
  },
});

const statusOf = statement((db, $: Params<{ certificate: string }>) =>
  db
    .selectFrom('certificate_status')
    .select(['revoked', 'next_update'])
    .where('certificate', '=', $.certificate),
).first;

/** Certificates that are revoked, or whose responder gives no answer. */
export const troubledCertificates = (db: Db) =>
  db
    .selectFrom('certificate_status')
    .select(['certificate', 'revoked', 'failing_since'])
    .where((row) => row.or([row('revoked', '=', 1), row('failing_since', 'is not', null)]))
    .orderBy('certificate')
    .execute();

/** The apps that sell at markets whose receipts are signed with them. */
export const appsSellingAt = (db: Db, markets: readonly Market[]) =>
  db
    .selectFrom('market_setting as m')
    .innerJoin('app as a', 'a.appid', 'm.appid')
    .select(['a.game_index as gameIndex', 'm.appid', 'm.market'])
    .where('m.market', 'in', [...markets])
    .orderBy('m.appid')
    .execute();
