// What goes with an app or a project, counted for whoever has to confirm the deletion.

import { type RawBuilder, sql } from 'kysely';
import { type Desk, isRefusal, type Refusal } from '../audit/operation.ts';
import type { Db } from '../storage/db.ts';
import { readApp } from '../tenants/apps.ts';
import { readProject } from '../tenants/projects.ts';
import type { Loss } from './confirm.ts';

/** Nobody waits for more to be counted: it is a lot either way. */
const COUNTED = 10_000;

export async function lossOfApp(desk: Desk, appid: string): Promise<Loss | Refusal> {
  const app = await readApp(desk, appid);
  if (isRefusal(app)) return app;
  const ofApp = sql`where appid = ${appid}`;
  const has = await count(desk.storage.db, {
    purchase: sql`purchase ${ofApp}`,
    subscription: sql`subscription ${ofApp}`,
    'restricted player': sql`restricted_player ${ofApp} and (ends_at is null or ends_at > ${desk.clock()})`,
    product: sql`product ${ofApp}`,
  });
  return {
    lost: `The app ${appid} (${app.name}) will be deleted with everything it has${has}.`,
    typed: appid,
  };
}

export async function lossOfProject(desk: Desk, gameIndex: number): Promise<Loss | Refusal> {
  const project = await readProject(desk, gameIndex);
  if (isRefusal(project)) return project;
  const ofProject = sql`where game_index = ${gameIndex}`;
  const has = await count(desk.storage.db, {
    'OAuth client': sql`oauth_client ${ofProject}`,
    'waiting notification': sql`outbox ${ofProject}`,
    'dead letter': sql`outbox_batch ${ofProject} and state = 'dead'`,
  });
  return {
    lost: `Project ${gameIndex} (${project.name}) will be deleted with everything it has${has}.`,
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
