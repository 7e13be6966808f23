// Scopes of restrictions: the login, and features of the game. Their names, and a field that chooses one.
import { Select, type SelectProps } from '@mantine/core';
import { endpoint, type Schema } from '../endpoint.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useApp } from '../place.tsx';
import { useGet } from '../queries.ts';

export type ScopeRecord = Schema<'RestrictionScope'>;

/** What a restriction without a scope is of. */
export const LOGIN = 'login';

function useScopes() {
  const { game_index } = useApp();
  return useGet(endpoint('/projects/{game_index}/scopes', { game_index }));
}

/** By its code; also of one that was removed, or is not read yet. */
export function useScopeName(): (scope: string | undefined) => string {
  const { language } = useLanguage();
  const scopes = useScopes().data?.items ?? [];
  return (scope = LOGIN) => scopes.find((each) => each.scope === scope)?.names[language] ?? scope;
}

/** Every scope of the project, except those that are left out. */
export function useScopeChoices(
  without: readonly string[] = [],
): readonly { readonly value: string; readonly label: string }[] {
  const nameOf = useScopeName();
  return (useScopes().data?.items ?? [])
    .filter(({ scope }) => !without.includes(scope))
    .map(({ scope }) => ({ value: scope, label: nameOf(scope) }));
}

export function ScopeSelect({
  without,
  ...props
}: Omit<SelectProps, 'data'> & { without?: readonly string[] }) {
  return <Select allowDeselect={false} data={[...useScopeChoices(without)]} {...props} />;
}
