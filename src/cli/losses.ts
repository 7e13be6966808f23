// Counts what is deleted with an app or a project, for the confirmation.

import { type RawBuilder, sql } from 'kysely';
import { isRejection, type OperationContext, type Rejection } from '../audit/operation.ts';
import { secondOf } from '../restriction/rules.ts';
import type { Db } from '../storage/db.ts';
import { readApp } from '../tenants/apps.ts';
import { readProject } from '../tenants/projects.ts';
import type { Loss } from './confirm.ts';

/** Stops counting here, to answer quickly. */
const COUNTED = 10_000;

export async function lossOfApp(
  context: OperationContext,
  appid: string,
): Promise<Loss | Rejection> {
  const app = await readApp(context, appid);
  if (isRejection(app)) return app;
  const ofApp = sql`where appid = ${appid}`;
  const ofProject = sql`and game_index = ${app.game_index}`;
  const has = await count(context.storage.db, {
    purchase: sql`purchase ${ofApp}`,
    subscription: sql`subscription ${ofApp}`,
    'restricted player': sql`restricted_player ${ofApp} ${ofProject} and (ends_at is null or ends_at >= ${secondOf(context.clock())})`,
    product: sql`product ${ofApp}`,
  });
  return {
    lost: `App ${appid} (${app.name}) will be deleted with all its data${has}.`,
    typed: appid,
  };
}

export async function lossOfProject(
  context: OperationContext,
  gameIndex: number,
): Promise<Loss | Rejection> {
  const project = await readProject(context, gameIndex);
  if (isRejection(project)) return project;
  const ofProject = sql`where game_index = ${gameIndex}`;
  const has = await count(context.storage.db, {
    'OAuth client': sql`oauth_client ${ofProject}`,
    'waiting notification': sql`outbox ${ofProject}`,
    'dead letter': sql`outbox_batch ${ofProject} and state = 'dead'`,
  });
  return {
    lost: `Project ${gameIndex} (${project.name}) will be deleted with all its data${has}.`,
  };
}

/** `: 3 purchases, 1 product`, or nothing. */
async function count(
  db: Db,
  tables: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<string> {
  const amounts: string[] = [];
  for (const [noun, rows] of Object.entries(tables)) {
    const { rows: found } = await sql<{ amount: number }>`
      select count(*) as amount from (select 1 from ${rows} limit ${COUNTED + 1}) as counted`.execute(
      db,
    );
    const amount = found[0]?.amount ?? 0;
    if (amount > COUNTED) amounts.push(`more than ${COUNTED.toLocaleString('en')} ${noun}s`);
    else if (amount > 0) {
      amounts.push(`${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`);
    }
  }
  return amounts.length === 0 ? '' : `: ${amounts.join(', ')}`;
}
