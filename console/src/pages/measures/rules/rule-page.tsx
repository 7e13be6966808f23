// One rule, there already or to be made.
import { Button } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { Empty } from '../../../components/empty.tsx';
import { Unread } from '../../../components/unread.tsx';
import { endpoint } from '../../../endpoint.ts';
import type { ListedRule } from '../../../measures/records.ts';
import { appPath, useApp } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';
import { useMessages } from './messages.ts';
import { RuleEditor } from './rule-editor.tsx';

export function Page() {
  const say = useMessages();
  const { appid } = useApp();
  const { ruleId = '' } = useParams();
  const rules = useGet(endpoint('/apps/{appid}/measures/rules', { appid }));
  if (ruleId === 'new') return <RuleEditor exempt={[]} />;
  if (!rules.data) return <Unread query={rules} />;
  const rule = rules.data.items.find((each) => each.rule_id === ruleId);
  if (rule) return <Existing key={rule.rule_id} rule={rule} />;
  return (
    <Empty title={say.gone} about={say.goneAbout}>
      <Button component={Link} to={appPath(appid, '/measures')} variant="light">
        {say.back}
      </Button>
    </Empty>
  );
}

function Existing({ rule }: { rule: ListedRule }) {
  const { appid } = useApp();
  const { rule_id } = rule;
  const exempt = useGet(
    endpoint('/apps/{appid}/measures/rules/{rule_id}/exempt', { appid, rule_id }),
  );
  if (!exempt.data) return <Unread query={exempt} />;
  return <RuleEditor rule={rule} exempt={exempt.data.player_ids.map(String)} />;
}
