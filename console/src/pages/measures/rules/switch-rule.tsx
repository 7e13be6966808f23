// Switches a rule: before it is turned on, the dry run says how many players it would have restricted.
import { Alert, Loader, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { Failure } from '../../../components/failure.tsx';
import { endpoint } from '../../../endpoint.ts';
import { useLast } from '../../../last.ts';
import { useStateNames } from '../../../measures/messages.ts';
import { type Rule, type RuleState, STATES } from '../../../measures/records.ts';
import { useApp } from '../../../place.tsx';
import { useDryRun, useTotalsText } from '../dry-run/dry-run.ts';
import { useMessages } from './messages.ts';

export function SwitchRule({ rule, onClose }: { rule: Rule | undefined; onClose: () => void }) {
  const shown = useLast(rule);
  if (!shown) return null;
  return (
    <Dialog
      key={`${shown.rule_id} ${shown.state}`}
      rule={shown}
      opened={rule !== undefined}
      onClose={onClose}
    />
  );
}

function Dialog({ rule, opened, onClose }: { rule: Rule; opened: boolean; onClose: () => void }) {
  const say = useMessages();
  const names = useStateNames();
  const { appid } = useApp();
  const { rule_id, name } = rule;
  const others = STATES.filter((state) => state !== rule.state);
  const [chosen, setChosen] = useState<RuleState>(rule.state === 'on' ? 'watch' : 'on');
  const about = { watch: say.watchAbout, on: say.onAbout, off: say.offAbout };
  const verbs = { watch: say.toWatch, on: say.toOn, off: say.toOff };
  return (
    <Confirm
      asked={opened && chosen}
      title={say.switchTitle(name)}
      action={verbs[chosen]}
      color={chosen === 'on' ? 'red' : 'pine'}
      run={(state) =>
        call(
          'POST',
          endpoint('/apps/{appid}/measures/rules/{rule_id}/switch', { appid, rule_id }),
          { state },
        )
      }
      done={({ state }) => say.switched(name, names[state])}
      refreshes={[endpoint('/apps/{appid}/measures/rules', { appid })]}
      onClose={onClose}
    >
      <Stack>
        <Radio.Group
          aria-label={say.state}
          value={chosen}
          onChange={(state) => setChosen(state as RuleState)}
        >
          <Stack gap="sm">
            {others.map((state) => (
              <Radio key={state} value={state} label={names[state]} description={about[state]} />
            ))}
          </Stack>
        </Radio.Group>
        {chosen === 'on' && opened && <Expected ruleId={rule_id} />}
      </Stack>
    </Confirm>
  );
}

function Expected({ ruleId }: { ruleId: string }) {
  const say = useMessages();
  const totalsText = useTotalsText();
  const found = useDryRun({ rule_id: ruleId });
  if (found.error) return <Failure error={found.error} retry={() => void found.refetch()} />;
  return (
    <Alert color="yellow" role="status">
      {found.data ? totalsText(found.data) : <Loader size="xs" aria-label={say.counting} />}
    </Alert>
  );
}
