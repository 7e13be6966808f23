// Releases a player from the restriction by a rule.
import { Textarea } from '@mantine/core';
import { call } from '../api.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { endpoint } from '../endpoint.ts';
import { useLast } from '../last.ts';
import { useApp } from '../place.tsx';
import { useMessages } from './messages.ts';
import type { Effect } from './records.ts';

export function ReleaseEffect({
  effect,
  onClose,
}: {
  /** Undefined while nobody is to be released. */
  effect: Effect | undefined;
  onClose: () => void;
}) {
  const say = useMessages();
  const { appid } = useApp();
  const shown = useLast(effect);
  const player = String(shown?.player_id ?? '');
  return (
    <FormDialog
      opened={effect !== undefined}
      title={say.releaseTitle(player)}
      action={say.releasePlayer}
      initialValues={{ comment: '' }}
      run={({ comment }) =>
        call(
          'POST',
          endpoint('/apps/{appid}/measures/effects/{effect_id}/release', {
            appid,
            effect_id: shown?.effect_id ?? '',
          }),
          comment === '' ? {} : { comment },
        )
      }
      done={say.releaseDone(player)}
      refreshes={[
        endpoint('/apps/{appid}/measures/effects', { appid }),
        endpoint('/apps/{appid}/players/{player_id}', { appid, player_id: player }),
      ]}
      onClose={onClose}
    >
      {(form) => (
        <Textarea
          label={say.comment}
          description={`${say.releaseAbout} ${say.commentAbout}`}
          autosize
          minRows={2}
          maxLength={1_000}
          data-autofocus
          {...form.getInputProps('comment')}
        />
      )}
    </FormDialog>
  );
}
