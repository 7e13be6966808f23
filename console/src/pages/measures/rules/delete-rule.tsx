// Deletes a rule, after a question.
import { useAction } from '../../../action.ts';
import { call } from '../../../api.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { endpoint } from '../../../endpoint.ts';
import type { Rule } from '../../../measures/records.ts';
import { useApp } from '../../../place.tsx';
import { useMessages } from './messages.ts';

export function DeleteRule({
  rule: { rule_id, name },
  opened,
  onClose,
  onDeleted,
}: {
  rule: Rule;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const say = useMessages();
  const { appid } = useApp();
  const remove = useAction({
    run: () =>
      call('DELETE', endpoint('/apps/{appid}/measures/rules/{rule_id}', { appid, rule_id })),
    done: say.deleted,
    refreshes: [endpoint('/apps/{appid}/measures/rules', { appid })],
    after: onDeleted,
  });
  return (
    <Confirm
      opened={opened}
      title={say.deleteTitle(name)}
      action={say.delete}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {say.deleteAbout}
    </Confirm>
  );
}
