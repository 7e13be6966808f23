// What a configuration file would change, step by step: to be shown, or to be done.
import { readAlertSettings, setAlertSettings } from '../alerts/settings.ts';
import type { Actor } from '../audit/audit.ts';
import { isRejection, type Rejection } from '../audit/operation.ts';
import { readConsentSettings, setConsentSettings } from '../consent/settings.ts';
import { readActionSettings, setActionSettings } from '../payment/actions/settings.ts';
import { readAppealSettings, setAppealSettings } from '../restriction/appeals/operations.ts';
import { changeApp, createApp, readApp } from '../tenants/apps.ts';
import { createProject, renameProject, requireSecondFactor } from '../tenants/projects.ts';
import { APP_KINDS } from './app-kinds.ts';
import { type Difference, differences, isObject, missingSecrets } from './compare.ts';
import { type AppPart, listOf, type ProjectPart } from './document.ts';
import { ownFields } from './export.ts';
import { appIn, type ConfigurationDeps, type InApp, type Kind, type Outcome } from './kind.ts';
import { PROJECT_KINDS } from './project-kinds.ts';
import type { Resolve } from './secrets.ts';

export interface PlannedChange {
  /** Such as `apps/skyraid/products/gems.100`. */
  readonly target: string;
  readonly action: 'add' | 'change' | 'remove';
  readonly fields: readonly Difference[];
}

export interface Step extends PlannedChange {
  run(actor: Actor): Promise<Outcome>;
}

export interface Problem {
  readonly target: string;
  readonly detail: string;
}

export interface Plan {
  /** In an order in which they can be done. */
  readonly steps: readonly Step[];
  /** Why the file cannot be applied as it is. */
  readonly problems: readonly Problem[];
}

export interface PlanOptions {
  readonly resolve: Resolve;
  /** Also what is stored and missing in the file: products, types, rules and so on. Never an app or a project. */
  readonly prune: boolean;
  /** Only these lists; undefined means all, and what is no list. */
  readonly only?: readonly string[] | undefined;
}

export async function planProject(
  deps: ConfigurationDeps,
  part: ProjectPart,
  options: PlanOptions,
): Promise<Plan> {
  const place = { ...deps, gameIndex: part.game_index };
  const target = `projects/${part.game_index}`;
  const current = await ownFields(deps, part.game_index);
  const isNew = isRejection(current);
  const plans = [
    ownPlan(options, target, isNew ? undefined : current, fieldsOf(part), (actor) =>
      putProject(deps, actor, part, isNew ? undefined : current),
    ),
    await planLists(PROJECT_KINDS, place, part, { ...options, target, isNew }),
  ];
  for (const app of part.apps ?? []) plans.push(await planApp(place, app, options));
  return inOrder(plans);
}

async function planApp(
  place: ConfigurationDeps & { readonly gameIndex: number },
  part: AppPart,
  options: PlanOptions,
): Promise<Plan> {
  const { context, gameIndex } = place;
  const { appid, name, time_zone = 'UTC' } = part;
  const target = `apps/${appid}`;
  const found = await readApp(context, appid);
  if (!isRejection(found) && found.game_index !== gameIndex) {
    const detail = `The app belongs to project ${found.game_index}.`;
    return { steps: [], problems: [{ target, detail }] };
  }
  const isNew = isRejection(found);
  const own = { appid, name, time_zone };
  const current = isNew ? undefined : { appid, name: found.name, time_zone: found.time_zone };
  return inOrder([
    ownPlan(options, target, current, own, (actor) =>
      isNew
        ? createApp(context, actor, { ...own, game_index: gameIndex })
        : changeApp(context, actor, own),
    ),
    await planLists(APP_KINDS, { ...place, appid }, part, { ...options, target, isNew }),
    // After the types, so that the one of the file is used.
    await planConsent({ ...place, appid }, part, options, isNew),
  ]);
}

async function planConsent(
  place: InApp,
  { consent }: AppPart,
  options: PlanOptions,
  isNew: boolean,
): Promise<Plan> {
  if (!consent) return { steps: [], problems: [] };
  const current = isNew
    ? { restrict: false }
    : await readConsentSettings({ ...place, app: await appIn(place) });
  return ownPlan(options, `apps/${place.appid}/consent`, current, consent, async (actor) =>
    setConsentSettings({ ...place, app: await appIn(place) }, actor, consent),
  );
}

/** Only the fields that the file names. */
function fieldsOf(part: ProjectPart) {
  const { game_index, name, require_second_factor } = part;
  const { alert_settings, appeal_settings, action_settings } = part;
  return {
    game_index,
    name,
    ...(require_second_factor !== undefined && { require_second_factor }),
    ...(alert_settings && { alert_settings }),
    ...(appeal_settings && { appeal_settings }),
    ...(action_settings && { action_settings }),
  };
}

function ownPlan(
  { only }: PlanOptions,
  target: string,
  current: object | undefined,
  wanted: object,
  run: Step['run'],
): Plan {
  const fields = current ? differences(sameFields(current, wanted), wanted) : [];
  const isSame = current !== undefined && fields.length === 0;
  // What is new is needed for its lists, whichever are chosen.
  if (isSame || (current && only)) return { steps: [], problems: [] };
  return { steps: [{ target, action: current ? 'change' : 'add', fields, run }], problems: [] };
}

/** The stored values of those fields that the file names, at every level. */
function sameFields(current: object, wanted: object): object {
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => {
      const known = (current as Record<string, unknown>)[name];
      const goesOn = isObject(value) && isObject(known);
      return [name, goesOn ? sameFields(known, value) : known];
    }),
  );
}

async function putProject(
  { context }: ConfigurationDeps,
  actor: Actor,
  part: ProjectPart,
  current: ProjectPart | undefined,
): Promise<Outcome> {
  const { game_index, name, require_second_factor: required } = part;
  const { alert_settings, appeal_settings, action_settings } = part;
  const steps = [
    current
      ? current.name !== name && (() => renameProject(context, actor, { game_index, name }))
      : () => createProject(context, actor, { game_index, name }),
    required !== undefined &&
      required !== (current?.require_second_factor ?? false) &&
      (() => requireSecondFactor(context, actor, { game_index, required })),
    alert_settings &&
      (async () =>
        putSettings(await readAlertSettings(context, game_index), alert_settings, (settings) =>
          setAlertSettings(context, actor, { ...settings, game_index }),
        )),
    appeal_settings &&
      (async () =>
        putSettings(await readAppealSettings(context, game_index), appeal_settings, (settings) =>
          setAppealSettings(context, actor, { ...settings, game_index }),
        )),
    action_settings &&
      (async () =>
        putSettings(await readActionSettings(context, game_index), action_settings, (settings) =>
          setActionSettings(context, actor, { ...settings, game_index }),
        )),
  ];
  for (const step of steps) {
    const outcome = step ? await step() : {};
    if (isRejection(outcome)) return outcome;
  }
  return {};
}

/** Whole, with what the file does not name as it is; nothing where nothing differs. */
async function putSettings<Settings extends object>(
  current: Settings | Rejection,
  given: Partial<Settings>,
  put: (settings: Settings) => Promise<Outcome>,
): Promise<Outcome> {
  if (isRejection(current)) return current;
  const wanted = { ...current, ...given };
  return differences(current, wanted).length === 0 ? current : put(wanted);
}

interface ListOptions extends PlanOptions {
  readonly target: string;
  /** Nothing can be read yet. */
  readonly isNew: boolean;
}

async function planLists<Place extends ConfigurationDeps>(
  kinds: readonly Kind<Place>[],
  place: Place,
  part: object,
  options: ListOptions,
): Promise<Plan> {
  const plans: Plan[] = [];
  for (const kind of kinds) {
    const wanted = listOf(part, kind as Kind<never>);
    const isChosen = options.only?.includes(kind.section) ?? true;
    if (wanted && isChosen) plans.push(await planList(kind, place, wanted, options));
  }
  return inOrder(plans);
}

async function planList<Place>(
  kind: Kind<Place>,
  place: Place,
  wanted: readonly object[],
  { target, isNew, prune, resolve }: ListOptions,
): Promise<Plan> {
  const current = isNew ? [] : await kind.read(place);
  const left = new Map(current.map((item) => [kind.key(item), item]));
  const where = `${target}/${kind.section}`;
  const steps: Step[] = [];
  const problems: Problem[] = repeated(kind, current).map((key) => ({
    target: `${where}/${key}`,
    detail: 'Two of them have this name. Rename one first.',
  }));
  const seen = new Set<string>();
  for (const given of wanted) {
    const item = kind.complete(given, resolve);
    if (isRejection(item)) {
      problems.push({ target: `${where}/${kind.key(given)}`, detail: item.detail });
      continue;
    }
    const key = kind.key(item);
    const old = left.get(key);
    const name = `${where}/${key}`;
    const missing = missingSecrets(old, item);
    if (seen.has(key)) problems.push({ target: name, detail: 'It is in the file twice.' });
    seen.add(key);
    left.delete(key);
    for (const reference of missing) {
      problems.push({ target: name, detail: `${reference} has no value.` });
    }
    const fields = old ? differences(old, item) : [];
    if (old && fields.length === 0) continue;
    const run = (actor: Actor) => kind.put(place, actor, item, old);
    steps.push({ target: name, action: old ? 'change' : 'add', fields, run });
  }
  if (prune)
    steps.push(...[...left].map(([key, item]) => removal(kind, place, `${where}/${key}`, item)));
  return { steps, problems };
}

const removal = <Place>(kind: Kind<Place>, place: Place, target: string, item: object): Step => ({
  target,
  action: 'remove',
  fields: [],
  run: (actor) => kind.remove(place, actor, item),
});

function repeated<Place>(kind: Kind<Place>, items: readonly object[]): string[] {
  const keys = items.map((item) => kind.key(item));
  return keys.filter((key, index) => keys.indexOf(key) !== index);
}

/** First what is set, in its order; then what is removed, the other way round, because a rule needs its type. */
function inOrder(plans: readonly Plan[]): Plan {
  const steps = plans.flatMap((plan) => plan.steps);
  const removals = steps.filter(({ action }) => action === 'remove');
  return {
    steps: [...steps.filter(({ action }) => action !== 'remove'), ...removals.toReversed()],
    problems: plans.flatMap((plan) => plan.problems),
  };
}
