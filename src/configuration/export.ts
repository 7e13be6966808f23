// Writes what is set for a project into a configuration file, without secrets.
import { readAlertSettings } from '../alerts/settings.ts';
import { isRejection, type Rejection } from '../audit/operation.ts';
import { readConsentSettings } from '../consent/settings.ts';
import { readActionSettings } from '../payment/actions/settings.ts';
import { readAppealSettings } from '../restriction/appeals/operations.ts';
import { listApps } from '../tenants/apps.ts';
import { readProject, readSecondFactorRule } from '../tenants/projects.ts';
import { APP_KINDS } from './app-kinds.ts';
import { shown } from './compare.ts';
import type { AppPart, ProjectPart } from './document.ts';
import { appIn, type ConfigurationDeps, type Kind, readAll } from './kind.ts';
import { PROJECT_KINDS } from './project-kinds.ts';

/** The fields of a project that are no lists, as they are now. */
export async function ownFields(
  { context }: ConfigurationDeps,
  gameIndex: number,
): Promise<ProjectPart | Rejection> {
  const project = await readProject(context, gameIndex);
  if (isRejection(project)) return project;
  const alerts = await readAlertSettings(context, gameIndex);
  const appeals = await readAppealSettings(context, gameIndex);
  const actions = await readActionSettings(context, gameIndex);
  const { required } = await readSecondFactorRule(context, gameIndex);
  return {
    game_index: gameIndex,
    name: project.name,
    require_second_factor: required,
    ...(!isRejection(alerts) && { alert_settings: alerts }),
    ...(!isRejection(appeals) && { appeal_settings: appeals }),
    ...(!isRejection(actions) && { action_settings: actions }),
  };
}

export async function exportProject(
  deps: ConfigurationDeps,
  gameIndex: number,
): Promise<ProjectPart | Rejection> {
  const own = await ownFields(deps, gameIndex);
  if (isRejection(own)) return own;
  const place = { ...deps, gameIndex };
  const lists = await readLists(PROJECT_KINDS, place);
  const apps: AppPart[] = [];
  const all = await readAll((query) => listApps(deps.context, { ...query, game_index: gameIndex }));
  for (const { appid, name, time_zone } of all) {
    const inApp = { ...place, appid };
    const { restrict } = await readConsentSettings({ ...inApp, app: await appIn(inApp) });
    const consent = { restrict };
    apps.push({ appid, name, time_zone, consent, ...(await readLists(APP_KINDS, inApp)) });
  }
  return { ...own, ...lists, apps };
}

/** Empty lists stand in the file too: what is added later is a difference. */
async function readLists<Place>(
  kinds: readonly Kind<Place>[],
  place: Place,
): Promise<Record<string, unknown>> {
  const lists: Record<string, unknown> = {};
  for (const kind of kinds) lists[kind.section] = shown(await kind.read(place));
  return lists;
}
