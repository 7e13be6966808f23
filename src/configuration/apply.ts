// Applies a configuration file, keeps what was applied, and says what has changed since.
import { type Actor, auditOf } from '../audit/audit.ts';
import { isRejection, type OperationContext, type Rejection } from '../audit/operation.ts';
import { isoTime } from '../base/iso-time.ts';
import { parseJson, printJson } from '../base/json.ts';
import { changeOfProject, unknownProject } from '../tenants/projects.ts';
import { APP_KINDS } from './app-kinds.ts';
import { shown } from './compare.ts';
import { listOf, type ProjectPart } from './document.ts';
import type { ConfigurationDeps, Kind } from './kind.ts';
import { type PlannedChange, type PlanOptions, type Problem, planProject } from './plan.ts';
import { PROJECT_KINDS } from './project-kinds.ts';
import { resolveNothing } from './secrets.ts';

export interface Applied {
  /** What was changed, or would be. */
  readonly changes: readonly PlannedChange[];
  /** What was not, and why. */
  readonly refused: readonly Problem[];
}

/** Changes nothing while anything in the file is wrong. A step that is refused later does not stop the others. */
export async function applyConfiguration(
  deps: ConfigurationDeps,
  actor: Actor,
  parts: readonly ProjectPart[],
  options: PlanOptions & { readonly dryRun: boolean },
): Promise<Applied> {
  const plans = [];
  for (const part of parts) plans.push({ part, ...(await planProject(deps, part, options)) });
  const wrong = plans.flatMap(({ problems }) => problems);
  if (options.dryRun || wrong.length > 0) {
    const steps = plans.flatMap((plan) => plan.steps);
    return { changes: options.dryRun ? steps.map(changeOf) : [], refused: wrong };
  }
  const changes: PlannedChange[] = [];
  const refused: Problem[] = [];
  for (const { part, steps } of plans) {
    const before = refused.length;
    for (const step of steps) {
      const outcome = await step.run(actor);
      if (isRejection(outcome)) refused.push({ target: step.target, detail: outcome.detail });
      else changes.push(changeOf(step));
    }
    const isWhole = options.only === undefined && refused.length === before;
    if (isWhole) await keepApplied(deps.context, actor, completed(part, options), steps);
  }
  return { changes, refused };
}

const changeOf = ({ target, action, fields }: PlannedChange): PlannedChange => ({
  target,
  action,
  fields,
});

/** With what tells secrets apart, so that they can be compared where nobody can read them. */
function completed(part: ProjectPart, { resolve }: PlanOptions): ProjectPart {
  const lists = <P extends object>(kinds: readonly Kind<never>[], of: P): P => ({
    ...of,
    ...Object.fromEntries(
      kinds.flatMap((kind) => {
        const items = listOf(of, kind)?.map((item) => shown(kind.complete(item, resolve)));
        return items ? [[kind.section, items]] : [];
      }),
    ),
  });
  const apps = part.apps?.map((app) => lists(APP_KINDS as readonly Kind<never>[], app));
  const project = lists(PROJECT_KINDS as readonly Kind<never>[], part);
  return apps ? { ...project, apps } : project;
}

interface Kept {
  readonly at: number;
  readonly by: string;
  readonly part: ProjectPart;
}

/** Nothing is written when the same file is applied again. */
async function keepApplied(
  context: OperationContext,
  actor: Actor,
  part: ProjectPart,
  steps: readonly PlannedChange[],
): Promise<void> {
  const gameIndex = part.game_index;
  const kept = await readKept(context, gameIndex);
  if (steps.length === 0 && kept && printJson(kept.part) === printJson(part)) return;
  await changeOfProject(context, actor, gameIndex, async (tx, _, now) => {
    const applied: Kept = { at: now, by: actor.name, part };
    await tx
      .updateTable('project')
      .set({ applied_configuration: printJson(applied) })
      .where('game_index', '=', gameIndex)
      .execute();
    return { value: {}, audit: audit('apply', gameIndex, { after: { changes: steps.length } }) };
  });
}

async function readKept(
  { storage }: OperationContext,
  gameIndex: number,
): Promise<Kept | undefined | null> {
  const row = await storage.db
    .selectFrom('project')
    .select('applied_configuration')
    .where('game_index', '=', gameIndex)
    .executeTakeFirst();
  if (!row) return null;
  const { applied_configuration: text } = row;
  return text === null ? undefined : (parseJson(text) as Kept);
}

export interface Drift {
  readonly applied_at: string | null;
  readonly applied_by: string | null;
  /** What applying the file once more would change. */
  readonly changes: PlannedChange[];
}

/** What differs from the file that was last applied. Secrets are not looked at. */
export async function readDrift(
  deps: ConfigurationDeps,
  gameIndex: number,
): Promise<Drift | Rejection> {
  const kept = await readKept(deps.context, gameIndex);
  if (kept === null) return unknownProject(gameIndex);
  if (!kept) return { applied_at: null, applied_by: null, changes: [] };
  const { steps } = await planProject(deps, kept.part, { resolve: resolveNothing, prune: true });
  return {
    applied_at: isoTime(kept.at),
    applied_by: kept.by,
    changes: steps.map(changeOf),
  };
}

const audit = auditOf('configuration', (gameIndex: number) => ({
  gameIndex,
  target: `projects/${gameIndex}/configuration`,
}));
