// The demo project of `npm start`, and the file that describes how to use it.
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Type } from 'typebox';
import { SYSTEM } from '../audit/audit.ts';
import { isRejection, type OperationContext, type Rejection } from '../audit/operation.ts';
import { checkShape } from '../base/validation.ts';
import type { Config } from '../config.ts';
import { createKey, rotateKey } from '../identity/certification-keys.ts';
import { authenticateClient, createClient } from '../identity/oauth-clients.ts';
import { createOwner, findAccount, resetPassword } from '../operators/accounts.ts';
import { checkAdminToken, createAdminToken, newAdminToken } from '../operators/admin-tokens.ts';
import type { Service } from '../service.ts';
import { adminUrl, demoPath, type EnvironmentName, publicUrl } from '../start/environments.ts';
import { createApp, readApp } from '../tenants/apps.ts';
import { matchingKey } from '../tenants/directory.ts';
import { createProject, readProject } from '../tenants/projects.ts';
import { ensureMarkets, ensureProducts } from './markets.ts';
import { registerNotices } from './notices.ts';

export const APPID = 'com.tollgate.demo';
const NAME = 'Demo Game';
const GAME_INDEX = 1001;

const DemoWorld = Type.Object({
  url: Type.String(),
  appid: Type.String(),
  game_index: Type.Integer(),
  service_certification_key: Type.String(),
  client_id: Type.String(),
  client_secret: Type.String(),
});
type DemoWorld = Type.Static<typeof DemoWorld>;
type Worlds = Partial<Record<EnvironmentName, DemoWorld>>;

const DemoFile = Type.Object({
  production: Type.Optional(DemoWorld),
  sandbox: Type.Optional(DemoWorld),
  emulator: Type.Optional(Type.Object({ url: Type.String() })),
  console: Type.Optional(
    Type.Object({ url: Type.String(), email: Type.String(), password: Type.String() }),
  ),
  admin_token: Type.String(),
});
export type DemoFile = Type.Static<typeof DemoFile>;

/** The emulator URL of `npm start`; undefined for an installation with its own master key. */
export function demoEmulator(config: Config): string | undefined {
  return config.TOLLGATE_MASTER_KEY ? undefined : readDemoFile(demoPath(config)).emulator?.url;
}

/**
 * Writes a file with working keys. A start that finds everything in place changes nothing.
 * An environment that is off keeps its entry, so that its keys work when it is on again.
 */
export async function ensureDemo(
  config: Config,
  running: readonly { readonly name: EnvironmentName; readonly service: Service }[],
  emulatorUrl: string | undefined,
): Promise<DemoFile> {
  const path = demoPath(config);
  const before = readDemoFile(path);
  const adminToken = before.admin_token ?? newAdminToken();
  const email = before.console?.email ?? 'admin@tollgate.local';
  const password = before.console?.password ?? randomBytes(12).toString('base64url');
  const worlds: Worlds = {};
  const ensureWorld = async ({ name, service }: (typeof running)[number]): Promise<void> => {
    const { context } = service;
    const gameIndex = await ensureApp(context);
    const known = before[name];
    const secrets =
      known && (await works(service, known))
        ? secretsOf(known)
        : await newSecrets(context, gameIndex);
    worlds[name] = {
      url: publicUrl(config, name),
      appid: APPID,
      game_index: gameIndex,
      ...secrets,
    };
    await ensureProducts(context, SYSTEM, APPID);
    if (emulatorUrl !== undefined) {
      await ensureMarkets(context, SYSTEM, { appid: APPID, environment: name }, emulatorUrl);
    }
    if ((await checkAdminToken(context, adminToken)) === undefined) {
      done(await createAdminToken(context, SYSTEM, { name: 'demo' }, adminToken));
    }
    if (!(await findAccount(context.storage.db, email))) {
      done(await createOwner(context, SYSTEM, { email, password }));
    } else if (!before.console) {
      // The file is lost, and the password with it.
      done(await resetPassword(context, SYSTEM, { email, password }));
    }
  };
  await Promise.all(running.map(ensureWorld));
  if (emulatorUrl !== undefined) await registerNotices(emulatorUrl, APPID, worlds);
  const [first] = running;
  const { production = before.production, sandbox = before.sandbox } = worlds;
  const file: DemoFile = {
    ...(production && { production }),
    ...(sandbox && { sandbox }),
    ...(emulatorUrl !== undefined && { emulator: { url: emulatorUrl } }),
    ...(first && {
      console: { url: `${adminUrl(config, first.name)}/console`, email, password },
    }),
    admin_token: adminToken,
  };
  writeDemoFile(path, file);
  return file;
}

/** The app's project; the demo gets another number when its own is taken. */
async function ensureApp(context: OperationContext): Promise<number> {
  const app = await readApp(context, APPID);
  if (!isRejection(app)) return app.game_index;
  const created = await createProject(context, SYSTEM, { name: NAME, game_index: GAME_INDEX });
  const taken = isRejection(created) ? await readProject(context, GAME_INDEX) : created;
  const project =
    isRejection(taken) || taken.name !== NAME
      ? done(await createProject(context, SYSTEM, { name: NAME }))
      : taken;
  const added = await createApp(context, SYSTEM, {
    game_index: project.game_index,
    appid: APPID,
    name: NAME,
  });
  // Another process may have been faster.
  return isRejection(added) ? done(await readApp(context, APPID)).game_index : added.game_index;
}

type Secrets = Pick<DemoWorld, 'service_certification_key' | 'client_id' | 'client_secret'>;

const secretsOf = ({
  service_certification_key,
  client_id,
  client_secret,
}: DemoWorld): Secrets => ({
  service_certification_key,
  client_id,
  client_secret,
});

async function works({ context, directory }: Service, known: DemoWorld): Promise<boolean> {
  const now = context.clock();
  const app = await directory.app(APPID);
  if (!app || matchingKey(app, known.service_certification_key, now) === undefined) return false;
  const { db } = context.storage;
  const client = await authenticateClient(db, known.client_id, known.client_secret, now);
  return client?.gameIndex === app.gameIndex;
}

async function newSecrets(context: OperationContext, gameIndex: number): Promise<Secrets> {
  const second = await createKey(context, SYSTEM, { appid: APPID });
  const key = isRejection(second)
    ? done(await rotateKey(context, SYSTEM, { appid: APPID, grace_seconds: 0 }))
    : second;
  const client = done(
    await createClient(context, SYSTEM, { game_index: gameIndex, name: 'Demo app server' }),
  );
  return { service_certification_key: key.service_certification_key, ...client };
}

export function done<T extends object>(outcome: T | Rejection): T {
  if (isRejection(outcome)) throw new Error(`Cannot create the demo project: ${outcome.detail}`);
  return outcome;
}

/** Returns an empty value for a missing or damaged file. */
export function readDemoFile(path: string): Partial<DemoFile> {
  try {
    const checked = checkShape(DemoFile, 'json', JSON.parse(readFileSync(path, 'utf8')));
    return 'value' in checked ? checked.value : {};
  } catch {
    return {};
  }
}

/** Replaces the file atomically. */
function writeDemoFile(path: string, file: DemoFile): void {
  const text = `${JSON.stringify(file, null, 2)}\n`;
  try {
    if (readFileSync(path, 'utf8') === text) return;
  } catch {
    // The file does not exist yet.
  }
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
}
