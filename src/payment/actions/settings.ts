// How a project limits actions after the sale: who may act, how much a day, and when a second person agrees.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { invalid, type OperationContext, type Rejection } from '../../audit/operation.ts';
import { namedObject } from '../../base/named.ts';
import { orNull } from '../../base/shapes.ts';
import { changeOfProject, unknownProject } from '../../tenants/projects.ts';
import { currencyDigits } from '../money.ts';
import { type ActionRules, type Money, NO_RULES } from './limits.ts';

const Amounts = (description: string) =>
  Type.Array(
    Type.Object(
      {
        amount: Type.String({
          pattern: '^\\d{1,12}(\\.\\d{1,6})?$',
          description: 'Exact decimal, as text.',
        }),
        currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      },
      { additionalProperties: false },
    ),
    { maxItems: 50, description },
  );

export const ActionSettings = namedObject(
  'ActionSettings',
  {
    operators: Type.Boolean({
      description: 'Operators may act, too. Otherwise only admins and owners.',
    }),
    daily_actions: orNull(
      Type.Integer({ minimum: 0, maximum: 100_000 }),
      'Actions of one person within 24 hours. Null: any number.',
    ),
    daily_amounts: Amounts(
      'Refunds of one person within 24 hours, by currency. Where there are some, refunds in other currencies are refused.',
    ),
    second_person_above: Amounts(
      'A larger refund needs a second person, by currency. Where there are some, every refund in another currency needs one.',
    ),
  },
  { additionalProperties: false },
);
export type ActionSettings = Type.Static<typeof ActionSettings>;

/** As they are stored in the row of the project. */
export const rulesIn = (text: string): ActionRules => ({
  ...NO_RULES,
  ...(JSON.parse(text) as Partial<ActionRules>),
});

const settingsOf = (rules: ActionRules): ActionSettings => ({
  ...rules,
  daily_amounts: [...rules.daily_amounts],
  second_person_above: [...rules.second_person_above],
});

export async function readActionSettings(
  { storage }: OperationContext,
  gameIndex: number,
): Promise<ActionSettings | Rejection> {
  const row = await storage.db
    .selectFrom('project')
    .select('actions')
    .where('game_index', '=', gameIndex)
    .executeTakeFirst();
  return row ? settingsOf(rulesIn(row.actions)) : unknownProject(gameIndex);
}

export async function setActionSettings(
  context: OperationContext,
  actor: Actor,
  { game_index: gameIndex, ...given }: ActionSettings & { readonly game_index: number },
): Promise<ActionSettings | Rejection> {
  const problem =
    amountsProblem('daily_amounts', given.daily_amounts) ??
    amountsProblem('second_person_above', given.second_person_above);
  if (problem) return problem;
  return changeOfProject(context, actor, gameIndex, async (tx, project) => {
    const before = settingsOf(rulesIn(project.actions));
    await tx
      .updateTable('project')
      .set({ actions: JSON.stringify(given) })
      .where('game_index', '=', gameIndex)
      .execute();
    const target = `projects/${gameIndex}/action-settings`;
    const audit = { action: 'action.change-settings', gameIndex, target, before, after: given };
    return { value: given, audit };
  });
}

function amountsProblem(field: string, amounts: readonly Money[]): Rejection | undefined {
  const currencies = amounts.map(({ currency }) => currency);
  const unknown = currencies.find((currency) => currencyDigits(currency) === undefined);
  if (unknown !== undefined) return invalid(field, `${unknown} is no currency of ISO 4217.`);
  const twice = currencies.find((currency, index) => currencies.indexOf(currency) !== index);
  return twice === undefined ? undefined : invalid(field, `${twice} stands there twice.`);
}
