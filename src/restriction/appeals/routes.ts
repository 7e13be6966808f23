// Routes of the page for appeals: everybody may open it, and a code finds one restriction.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readText } from '../../base/body.ts';
import { yielding } from '../../base/call-context.ts';
import type { Clock } from '../../base/clock.ts';
import { networkOf } from '../../base/network.ts';
import type { Vault } from '../../base/vault.ts';
import { createWindow } from '../../base/window.ts';
import type { AppealTable } from '../../storage/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import { type App, type Directory, nameOf } from '../../tenants/directory.ts';
import { asLanguage, type Language, textsIn } from '../rules.ts';
import { APPEAL_CHARACTERS } from '../schema.ts';
import { scopeName } from '../scopes.ts';
import type { StoredRestriction } from '../store.ts';
import type { RestrictionType, Types } from '../types.ts';
import {
  type Appealable,
  type AppealCode,
  isProofOf,
  mayBeProof,
  readAppealCode,
} from './appeal-code.ts';
import { againAt, mayAppeal, openAppeal, readLiveIn } from './appeals.ts';
import {
  appealsOfPlayer,
  appsOfProject,
  newestAppeal,
  restrictionsOfPlayer,
} from './appeals-store.ts';
import { APPEAL_PATH, appealPage, CONTENT_SECURITY_POLICY, type PageState } from './page.ts';
import { pageLanguage } from './page-texts.ts';

export interface AppealPageDeps {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly vault: Pick<Vault, 'derived'>;
  readonly clock: Clock;
  readonly types: Pick<Types, 'find'>;
}

type Fields = Readonly<Record<string, string | undefined>>;

/** A multiple of what an appeal takes in UTF-8, escaped as a form. */
const BODY_BYTES = 64 * 1024;
/** Right ones do not count: players behind one address do not block each other. */
const MOST_WRONG = { limit: 10, ms: 10 * 60_000 };
/** In the audit log. */
const PAGE = { kind: 'system', name: 'appeal page' } as const;
const OPTIONS = { schema: { hide: true }, bodyLimit: BODY_BYTES };

export async function appealPageRoutes(
  scope: FastifyInstance,
  deps: AppealPageDeps,
): Promise<void> {
  const { clock } = deps;
  const wrongCodes = createWindow({ ...MOST_WRONG, now: clock });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      try {
        done(null, Object.fromEntries(new URLSearchParams(readText(body as Buffer))));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error, trace_id: request.trace.traceId });
    const language = pageLanguage(request.headers['accept-language']);
    return show(reply.code(status), { kind: 'code', code: '', problem: 'failed' }, language);
  });

  scope.get<{ Querystring: Fields }>(
    APPEAL_PATH,
    { config: { operation: 'appeal.page' }, ...OPTIONS },
    async (request, reply) => {
      const { code = '', lang } = request.query;
      return show(reply, { kind: 'code', code: String(code) }, languageOf(request, lang));
    },
  );

  scope.post<{ Body: Fields | undefined }>(
    APPEAL_PATH,
    { config: { operation: 'appeal.send' }, ...OPTIONS },
    async (request, reply) => {
      const { code = '', lang, send, text = '' } = request.body ?? {};
      const language = languageOf(request, lang);
      const network = networkOf(request.ip);
      const wait = wrongCodes.waitOf(network);
      if (wait > 0) {
        reply.code(429).header('retry-after', wait);
        return show(reply, { kind: 'code', code, problem: 'tooMany' }, language);
      }
      const about = await findAppealable(deps, code);
      if (!about) {
        wrongCodes.count(network);
        return show(reply.code(400), { kind: 'code', code, problem: 'wrongCode' }, language);
      }
      const problem =
        send === undefined ? undefined : await sendAppeal(deps, about, text, language);
      if (problem) reply.code(400);
      const form = { text, ...(problem && { problem }) };
      return show(reply, await stateOf(deps, about, { code, language, form }), language);
    },
  );
}

const languageOf = (request: FastifyRequest, chosen: string | undefined): Language =>
  chosen === undefined ? pageLanguage(request.headers['accept-language']) : asLanguage(chosen);

function show(reply: FastifyReply, state: PageState, language: Language): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .send(appealPage(state, language));
}

interface Found extends Appealable {
  readonly app: App;
}

/** The restriction that a code is about: a current one, or one that was appealed. */
async function findAppealable(deps: AppealPageDeps, text: string): Promise<Found | undefined> {
  const code = readAppealCode(text);
  if (!code || !mayBeProof(deps.vault, code)) return undefined;
  // Calls of games go first.
  return yielding(() => findProved(deps, code));
}

async function findProved(
  { storage: { db }, directory, vault }: AppealPageDeps,
  code: AppealCode,
): Promise<Found | undefined> {
  const { gameIndex, playerId } = code;
  const appids = (await appsOfProject(db, { gameIndex })).map(({ appid }) => appid);
  const [current, appealed] = await Promise.all([
    restrictionsOfPlayer(db, { gameIndex, appids, playerId }),
    appealsOfPlayer(db, { gameIndex, playerId }),
  ]);
  for (const { appid, scope, since_seq: sinceSeq } of [...current, ...appealed]) {
    const about = { gameIndex, appid, playerId, scope, sinceSeq };
    if (!isProofOf(vault, code, about)) continue;
    const app = await directory.app(appid);
    return app && { ...about, app };
  }
  return undefined;
}

/** What is wrong with the text. Whether the restriction can be appealed shows afterwards. */
async function sendAppeal(
  { storage, clock }: AppealPageDeps,
  { app, playerId, scope, sinceSeq }: Found,
  written: string,
  language: Language,
): Promise<'noText' | 'tooLong' | undefined> {
  // Browsers send lines with two characters at their ends, and count one.
  const text = written.replaceAll('\r\n', '\n').replaceAll('\0', '').trim();
  if (text === '') return 'noText';
  if ([...text].length > APPEAL_CHARACTERS) return 'tooLong';
  const request = {
    actor: PAGE,
    playerId,
    scope,
    text,
    language,
    source: 'page',
    sinceSeq,
  } as const;
  await openAppeal(storage, app, request, clock());
  return undefined;
}

interface Asked {
  readonly code: string;
  readonly language: Language;
  readonly form: (PageState & { kind: 'found' })['form'];
}

async function stateOf(
  { storage: { db }, types, clock }: AppealPageDeps,
  { app, playerId, scope, sinceSeq }: Found,
  { code, language, form }: Asked,
): Promise<PageState> {
  const now = clock();
  const [current, appeal] = await Promise.all([
    readLiveIn(db, app, playerId, scope, now),
    newestAppeal(db, { ...nameOf(app), playerId, scope, sinceSeq }),
  ]);
  const live = current?.sinceSeq === sinceSeq ? current : undefined;
  const type = live && (await types.find(app, live.blockType));
  const isOpen = type?.appeals === true && mayAppeal(app.appeals, appeal, now);
  return {
    kind: 'found',
    code,
    restriction: live && type && shownOf(app, live, type, language),
    appeal,
    form: isOpen ? form : undefined,
    againOn: type?.appeals && !isOpen && appeal ? dayOf(app, appeal) : undefined,
  };
}

function shownOf(app: App, live: StoredRestriction, type: RestrictionType, language: Language) {
  const { title, reason } = textsIn(type.reasons, language);
  const { startDate, endDate } = live;
  return {
    scope: scopeName(app, live.scope, language),
    title: title ?? null,
    reason,
    period: live.status === 'P' ? null : `${startDate} – ${endDate} (${app.timeZone})`,
  };
}

function dayOf({ appeals }: App, appeal: AppealTable): string | undefined {
  const at = againAt(appeals, appeal);
  return at === undefined ? undefined : new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
