// Decides on an appeal: what happens to the restriction, and what the player is answered. Works by keyboard: a choice and Enter.
import {
  Anchor,
  Button,
  Group,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type KeyboardEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../../api.ts';
import { attentionEndpoint } from '../../attention.ts';
import { ActionForm } from '../../components/action-form.tsx';
import { DateTimeInput } from '../../components/date-time-input.tsx';
import { Unsaved } from '../../components/unsaved.tsx';
import { endpoint } from '../../endpoint.ts';
import { appPath, useApp, useCan } from '../../place.tsx';
import {
  type Appeal,
  DECISIONS,
  type Decision,
  MOST_CHARACTERS,
  readyAnswer,
} from '../../restrictions/appeals.tsx';
import { useMessages as useShared } from '../../restrictions/messages.ts';
import { daysAfter, nowIn } from '../../restrictions/period.ts';
import { useLanguageName } from '../../restrictions/terms.tsx';
import { isRightToLeft, type TypeRecord } from '../../restrictions/types.ts';
import { useMessages } from './messages.ts';

interface Values {
  readonly decision: Decision | '';
  readonly end_date: string;
  readonly answer: string;
  readonly comment: string;
}

type Form = UseFormReturnType<Values>;

/** Days from now to which restrictions are shortened mostly. */
const USUAL_DAYS = [1, 3, 7, 30];
const PROPOSED_DAYS = 7;

interface About {
  readonly appeal: Appeal;
  /** Absent once it was deleted. */
  readonly type: TypeRecord | undefined;
  /** Absent of permanent ones. */
  readonly currentEnd: string | undefined;
  /** Of the player's words. */
  readonly describedBy: string;
}

export function DecisionForm({ toQueue, ...about }: About & { toQueue: string }) {
  const say = useMessages();
  const { appid, game_index, time_zone: zone } = useApp();
  const [, navigate] = useLocation();
  const { appeal, currentEnd } = about;
  const player_id = String(appeal.player_id);
  const buttons = { release: say.doRelease, shorten: say.doShorten, uphold: say.doUphold };
  const initialValues: Values = {
    decision: '',
    end_date: proposedEnd(zone, currentEnd),
    answer: '',
    comment: '',
  };
  return (
    <ActionForm
      noValidate
      initialValues={initialValues}
      validate={{
        decision: (decision) => (decision === '' ? say.choose : null),
        end_date: (end, { decision }) => {
          const isFine = end > nowIn(zone) && (currentEnd === undefined || end < currentEnd);
          return decision !== 'shorten' || isFine ? null : say.endWrong;
        },
      }}
      action={({ decision }) => (decision === '' ? say.decide : buttons[decision])}
      run={({ decision, end_date, answer, comment }) =>
        call(
          'POST',
          endpoint('/apps/{appid}/appeals/{appeal_id}/decide', {
            appid,
            appeal_id: appeal.appeal_id,
          }),
          {
            decision: decision as Decision,
            ...(decision === 'shorten' && { end_date }),
            ...(answer.trim() !== '' && { answer }),
            ...(comment.trim() !== '' && { comment }),
          },
        )
      }
      done={say.done(player_id)}
      refreshes={[
        endpoint('/apps/{appid}/appeals', { appid }),
        endpoint('/apps/{appid}/players/{player_id}', { appid, player_id }),
        attentionEndpoint(game_index),
      ]}
      after={(_, form) => {
        form.resetDirty();
        navigate(toQueue);
      }}
    >
      {(form) => <DecisionFields form={form} {...about} />}
    </ActionForm>
  );
}

/** A week, or as much of it as is earlier than now. */
function proposedEnd(zone: string, currentEnd: string | undefined): string {
  const ends = shorterEnds(zone, currentEnd);
  return (ends.find(({ days }) => days === PROPOSED_DAYS) ?? ends.at(-1))?.end ?? '';
}

const shorterEnds = (zone: string, currentEnd: string | undefined) =>
  USUAL_DAYS.map((days) => ({ days, end: daysAfter(nowIn(zone), days, zone) })).filter(
    ({ end }) => currentEnd === undefined || end < currentEnd,
  );

function DecisionFields({ form, appeal, type, currentEnd, describedBy }: About & { form: Form }) {
  const say = useMessages();
  const about = { release: say.releaseAbout, shorten: say.shortenAbout, uphold: say.upholdAbout };
  const { decision } = form.values;
  /** What was filled in; whoever writes something else has an answer of their own. */
  const [filled, setFilled] = useState('');
  const fill = (text: string) => {
    form.setFieldValue('answer', text);
    setFilled(text);
  };
  const isOwn = form.values.answer !== filled;
  const choose = (chosen: string) => {
    form.setFieldValue('decision', chosen as Decision);
    if (!isOwn) fill(readyAnswer(type, chosen as Decision, appeal.language)?.text ?? '');
  };
  return (
    <>
      <Radio.Group
        aria-label={say.decision}
        aria-describedby={describedBy}
        value={decision}
        error={form.errors.decision}
        onChange={choose}
      >
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
          {DECISIONS.map((each, index) => (
            <Radio
              key={each}
              value={each}
              label={say[each]}
              description={about[each]}
              // Whoever comes from the queue decides at once.
              autoFocus={index === 0}
            />
          ))}
        </SimpleGrid>
      </Radio.Group>
      {decision === 'shorten' && <NewEnd form={form} currentEnd={currentEnd} />}
      {decision !== '' && (
        <Answer form={form} type={type} decision={decision} isOwn={isOwn} onFill={fill} />
      )}
      <Textarea
        label={say.comment}
        description={say.commentAbout}
        autosize
        minRows={1}
        maxLength={1_000}
        {...form.getInputProps('comment')}
      />
      <Unsaved isUnsaved={() => form.isDirty('answer') && isOwn} />
    </>
  );
}

function NewEnd({ form, currentEnd }: { form: Form; currentEnd: string | undefined }) {
  const say = useMessages();
  const common = useShared();
  const { time_zone: zone } = useApp();
  return (
    <Stack gap="xs">
      <DateTimeInput
        label={say.newEnd}
        timeZone={zone}
        required
        {...form.getInputProps('end_date')}
      />
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {common.for}
        </Text>
        {shorterEnds(zone, currentEnd).map(({ days, end }) => (
          <Button
            key={days}
            size="compact-sm"
            variant="default"
            onClick={() => form.setFieldValue('end_date', end)}
          >
            {common.days(days)}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

const OWN = 'own';

function Answer({
  form,
  type,
  decision,
  isOwn,
  onFill,
}: {
  form: Form;
  type: TypeRecord | undefined;
  decision: Decision;
  isOwn: boolean;
  onFill: (text: string) => void;
}) {
  const say = useMessages();
  const languageName = useLanguageName();
  const ready = type?.appeal_answers?.filter((each) => each.decision === decision) ?? [];
  const shown = isOwn ? undefined : ready.find(({ text }) => text === form.values.answer);
  return (
    <Stack gap="xs">
      {ready.length > 0 && (
        <Select
          label={say.readyIn}
          maw={280}
          allowDeselect={false}
          value={shown?.language ?? OWN}
          data={[
            ...ready.map(({ language }) => ({ value: language, label: languageName(language) })),
            { value: OWN, label: say.ownAnswer },
          ]}
          onChange={(chosen) =>
            onFill(ready.find(({ language }) => language === chosen)?.text ?? '')
          }
        />
      )}
      <Textarea
        label={say.answer}
        description={say.answerAbout}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={MOST_CHARACTERS}
        dir={shown && isRightToLeft(shown.language) ? 'rtl' : 'auto'}
        onKeyDown={sendByKeys}
        {...form.getInputProps('answer')}
      />
      {ready.length === 0 && type && <NoReady type={type} />}
    </Stack>
  );
}

/** Enter makes a new line; with Ctrl or ⌘ it sends. */
function sendByKeys(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

function NoReady({ type: { block_type } }: { type: TypeRecord }) {
  const say = useMessages();
  const { appid } = useApp();
  const mayWrite = useCan()('admin');
  return (
    <Text size="xs" c="dimmed">
      {say.noReady}{' '}
      {mayWrite && (
        <Anchor component={Link} to={appPath(appid, `/types/${block_type}`)} size="xs">
          {say.writeReady}
        </Anchor>
      )}
    </Text>
  );
}
