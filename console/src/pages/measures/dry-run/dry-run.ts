// Asks whom a rule would have restricted in the past 90 days. Nothing is written.
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api.ts';
import { endpoint, type Schema } from '../../../endpoint.ts';
import { useFormat } from '../../../i18n/format.ts';
import type { DryRun } from '../../../measures/records.ts';
import { useApp } from '../../../place.tsx';
import { useMessages } from './messages.ts';

export type DryRunInput = Schema<'MeasureDryRunInput'>;

/** Undefined asks nothing. */
export function useDryRun(input: DryRunInput | undefined) {
  const { appid } = useApp();
  const at = endpoint('/apps/{appid}/measures/rules/dry-run', { appid });
  return useQuery({
    queryKey: [at, input],
    queryFn: () => call('POST', at, input ?? {}),
    enabled: input !== undefined,
  });
}

export function useTotalsText(): (found: DryRun) => string {
  const say = useMessages();
  const format = useFormat();
  return ({ totals: { restricted, flagged, players, exempt } }) => {
    const times = restricted + flagged;
    const main =
      times === 0
        ? say.nobody
        : (restricted > 0 ? say.restricted : say.flagged)(
            format.number(players),
            format.number(times),
          );
    return exempt > 0 ? `${main} ${say.exempt(format.number(exempt))}` : main;
  };
}
