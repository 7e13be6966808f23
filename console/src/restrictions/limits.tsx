// Which restrictions somebody may set, change and release: fields that choose them, and a line that says them.
import { Checkbox, MultiSelect, NumberInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { get, getPage } from '../api.ts';
import { endpoint, type Schema } from '../endpoint.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useLimitMessages } from './messages.ts';
import { useTypeName } from './terms.tsx';
import type { TypeRecord } from './types.ts';

type Limits = Schema<'RestrictionLimits'>;

export interface LimitValues {
  /** Each as `appid:number`. */
  readonly types: string[];
  readonly scopes: string[];
  readonly days: number | string;
}

export const NO_LIMITS: LimitValues = { types: [], scopes: [], days: '' };

const nameOf = ({ appid, block_type }: { appid: string; block_type: number }): string =>
  `${appid}:${block_type}`;

export const valuesOf = ({ types = [], scopes = [], longest_days }: Limits): LimitValues => ({
  types: types.map(nameOf),
  scopes: [...scopes],
  days: longest_days ?? '',
});

/** Null where every field is empty. */
export function limitsIn({ types, scopes, days }: LimitValues): Limits | null {
  if (types.length === 0 && scopes.length === 0 && days === '') return null;
  const typeIn = (text: string) => {
    const [appid = '', number] = text.split(':');
    return { appid, block_type: Number(number) };
  };
  return {
    ...(types.length > 0 && { types: types.map(typeIn) }),
    ...(scopes.length > 0 && { scopes }),
    ...(days !== '' && { longest_days: Number(days) }),
  };
}

interface Choices {
  readonly apps: readonly {
    readonly appid: string;
    readonly name: string;
    readonly types: readonly TypeRecord[];
  }[];
  readonly scopes: readonly Schema<'RestrictionScope'>[];
}

/** The types and scopes of the projects. */
const useChoices = (gameIndexes: readonly number[]) =>
  useQuery({
    queryKey: [endpoint('/projects'), 'limits', gameIndexes],
    queryFn: async ({ signal }): Promise<Choices> => {
      const read = gameIndexes.map(async (game_index) => {
        const [apps, scopes] = await Promise.all([
          getPage(endpoint('/projects/{game_index}/apps', { game_index }), { limit: 500 }, signal),
          get(endpoint('/projects/{game_index}/scopes', { game_index }), undefined, signal),
        ]);
        const typed = apps.items.map(async ({ appid, name }) => {
          const types = await get(endpoint('/apps/{appid}/types', { appid }), undefined, signal);
          return { appid, name, types: types.items };
        });
        return { apps: await Promise.all(typed), scopes: scopes.items };
      });
      const all = await Promise.all(read);
      const scopes = new Map(all.flatMap((each) => each.scopes.map((one) => [one.scope, one])));
      return { apps: all.flatMap(({ apps }) => apps), scopes: [...scopes.values()] };
    },
  });

/** Empty ones limit nothing. */
export function LimitFields<Values extends LimitValues>({
  form,
  gameIndexes,
}: {
  form: UseFormReturnType<Values>;
  gameIndexes: readonly number[];
}) {
  const say = useLimitMessages();
  const typeName = useTypeName();
  const { language } = useLanguage();
  const { apps, scopes } = useChoices(gameIndexes).data ?? { apps: [], scopes: [] };
  const types = apps.map(({ appid, name, types: own }) => ({
    group: name,
    items: own.map((type) => ({
      value: nameOf({ appid, block_type: type.block_type }),
      label: `${type.block_type} · ${typeName(type)}`,
    })),
  }));
  return (
    <>
      <MultiSelect
        searchable
        clearable
        label={say.types}
        placeholder={form.values.types.length === 0 ? say.every : ''}
        data={types}
        {...form.getInputProps('types')}
      />
      <MultiSelect
        searchable
        clearable
        label={say.scopes}
        placeholder={form.values.scopes.length === 0 ? say.every : ''}
        data={scopes.map(({ scope, names }) => ({ value: scope, label: names[language] ?? scope }))}
        {...form.getInputProps('scopes')}
      />
      <NumberInput
        label={say.days}
        description={say.daysAbout}
        min={1}
        max={36_500}
        allowDecimal={false}
        {...form.getInputProps('days')}
      />
    </>
  );
}

/** The same behind a box to tick, for forms where limits are the exception. */
export function OptionalLimits<Values extends LimitValues & { readonly isLimited: boolean }>({
  form,
  gameIndexes,
}: {
  form: UseFormReturnType<Values>;
  gameIndexes: readonly number[];
}) {
  const say = useLimitMessages();
  return (
    <>
      <Checkbox label={say.limit} {...form.getInputProps('isLimited', { type: 'checkbox' })} />
      {form.values.isLimited && <LimitFields form={form} gameIndexes={gameIndexes} />}
    </>
  );
}

/** Such as `chat, trade · types 1, 3 · at most 7 days`. */
export function useLimitsText(): (limits: Limits) => string {
  const say = useLimitMessages();
  return ({ types, scopes, longest_days: days }) =>
    [
      scopes?.join(', '),
      types && say.typesOf(types.map(({ block_type }) => block_type).join(', ')),
      days !== undefined && say.atMost(days),
    ]
      .filter(Boolean)
      .join(' · ');
}
