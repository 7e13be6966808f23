// Writing a rule: when, unless, then and until, with its dry run below.
import { Button, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useLocation } from 'wouter';
import { useAction } from '../../../action.ts';
import { call } from '../../../api.ts';
import { Card } from '../../../components/card.tsx';
import { ConfirmButton } from '../../../components/confirm.tsx';
import { PageTitle } from '../../../components/page-title.tsx';
import { Unsaved } from '../../../components/unsaved.tsx';
import { endpoint } from '../../../endpoint.ts';
import type { ListedRule, Rule } from '../../../measures/records.ts';
import { appPath, useApp, useCan } from '../../../place.tsx';
import { DryRunCard } from '../dry-run/dry-run-card.tsx';
import { bodyOf, type Draft, useDraft } from './draft.ts';
import { useMessages } from './messages.ts';
import { RuleStateBadge } from './state-badge.tsx';
import { SwitchRule } from './switch-rule.tsx';
import { ThenFields, UntilFields } from './then-fields.tsx';
import { UnlessFields, WhenFields } from './when-fields.tsx';

export function RuleEditor({ rule, exempt }: { rule?: ListedRule; exempt: readonly string[] }) {
  const say = useMessages();
  const { appid } = useApp();
  const mayChange = useCan()('admin');
  const [, navigate] = useLocation();
  const form = useDraft(rule, exempt);
  const open = (page: string) => {
    form.resetDirty();
    navigate(appPath(appid, page));
  };
  const save = useSave(rule, ({ rule_id }) => open(`/measures/rules/${rule_id}`));
  const dryRunOf = () => {
    if (rule && !form.isDirty()) return { rule_id: rule.rule_id };
    return form.validate().hasErrors ? undefined : { rule: bodyOf(form.getValues()) };
  };
  return (
    <>
      <PageTitle
        title={rule ? rule.name : say.newTitle}
        about={rule ? say.ruleAbout : say.newAbout}
      >
        <Actions rule={rule} onDeleted={() => open('/measures')} />
      </PageTitle>
      <Stack gap="lg">
        <form onSubmit={form.onSubmit((draft) => save.mutate(draft))} noValidate>
          <Fieldset variant="unstyled" disabled={!mayChange} m={0}>
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
              <Stack gap="lg">
                <Card title={say.name}>
                  <TextInput
                    aria-label={say.name}
                    description={say.nameAbout}
                    required
                    maxLength={200}
                    {...form.getInputProps('name')}
                  />
                </Card>
                <WhenFields form={form} />
                <UnlessFields form={form} />
              </Stack>
              <Stack gap="lg">
                <ThenFields form={form} />
                {form.values.action === 'restrict' && <UntilFields form={form} />}
                {mayChange && (
                  <Group justify="flex-end">
                    <Button type="submit" loading={save.isPending}>
                      {rule ? say.save : say.create}
                    </Button>
                  </Group>
                )}
              </Stack>
            </SimpleGrid>
          </Fieldset>
        </form>
        <DryRunCard saved={rule && { rule_id: rule.rule_id }} draftOf={dryRunOf} />
      </Stack>
      <Unsaved isUnsaved={form.isDirty} />
    </>
  );
}

function Actions({ rule, onDeleted }: { rule: ListedRule | undefined; onDeleted: () => void }) {
  const say = useMessages();
  const { appid } = useApp();
  const mayChange = useCan()('admin');
  const [isSwitching, { open, close }] = useDisclosure(false);
  return (
    <>
      {rule && <RuleStateBadge rule={rule} />}
      {rule && mayChange && (
        <>
          <ConfirmButton
            button={{ variant: 'subtle', color: 'red' }}
            title={say.deleteTitle(rule.name)}
            action={say.delete}
            run={() => call('DELETE', ruleEndpoint(appid, rule))}
            done={say.deleted}
            refreshes={[endpoint('/apps/{appid}/measures/rules', { appid })]}
            after={onDeleted}
          >
            {say.deleteAbout}
          </ConfirmButton>
          <Button variant="light" onClick={open}>
            {say.switch}
          </Button>
          <SwitchRule rule={isSwitching ? rule : undefined} onClose={close} />
        </>
      )}
      <Button variant="default" component={Link} to={appPath(appid, '/measures')}>
        {say.back}
      </Button>
    </>
  );
}

const ruleEndpoint = (appid: string, { rule_id }: Rule) =>
  endpoint('/apps/{appid}/measures/rules/{rule_id}', { appid, rule_id });

function useSave(rule: Rule | undefined, after: (saved: Rule) => void) {
  const say = useMessages();
  const { appid } = useApp();
  const path = endpoint('/apps/{appid}/measures/rules', { appid });
  return useAction({
    run: (draft: Draft) =>
      rule
        ? call('PATCH', ruleEndpoint(appid, rule), bodyOf(draft))
        : call('POST', path, bodyOf(draft)),
    done: rule ? say.saved : say.created,
    refreshes: [path],
    after,
  });
}
