// Filters of a list live in the address, so that going back, reloading and sharing keep them.
import { useSearchParams } from 'wouter';

type Filters<Name extends string> = Readonly<Record<Name, string>>;

export function useFilters<const Name extends string>(
  names: readonly Name[],
): readonly [Filters<Name>, (changes: Partial<Filters<Name>>) => void] {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']));
  const change = (changes: Partial<Filters<Name>>) =>
    setParams(
      (before) => {
        const kept = new URLSearchParams(before);
        for (const [name, value] of Object.entries<string | undefined>(changes)) {
          if (value) kept.set(name, value);
          else kept.delete(name);
        }
        return kept;
      },
      { replace: true },
    );
  return [values as Filters<Name>, change];
}
