// Writing a type: kind, names, texts in every language, beside what players will see.
import { Box, Button, Grid, Group, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useAction } from '../../action.ts';
import { call } from '../../api.ts';
import { BytesInput } from '../../components/bytes-input.tsx';
import { Card } from '../../components/card.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Unsaved } from '../../components/unsaved.tsx';
import { endpoint } from '../../endpoint.ts';
import { appPath, useApp, useCan } from '../../place.tsx';
import { useTypeName } from '../../restrictions/terms.tsx';
import {
  LANGUAGE_CODES,
  type LanguageCode,
  type TypeRecord,
  useTypesEndpoint,
} from '../../restrictions/types.ts';
import { AppealsCard } from './appeals-card.tsx';
import { DeleteType } from './delete-type.tsx';
import { bodyOf, type Draft, type DraftForm, NAME_BYTES, seenIn, useDraft } from './draft.ts';
import { KindChoice } from './kind-choice.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import { useMessages } from './messages.ts';
import { PopupPreview } from './popup-preview.tsx';

export function TypeEditor({ type }: { type?: TypeRecord }) {
  const say = useMessages();
  const nameOf = useTypeName();
  const { appid } = useApp();
  const mayChange = useCan()('admin');
  const [, navigate] = useLocation();
  const [language, setLanguage] = useState<LanguageCode>('ko');
  const [isGoing, setGoing] = useState(false);
  const form = useDraft(type);
  const toList = () => {
    form.resetDirty();
    navigate(appPath(appid, '/types'));
  };
  const save = useSave(type, toList);
  const showFirstProblem = (errors: object) => {
    const wrong = LANGUAGE_CODES.find((code) => hasProblem(errors, code));
    if (wrong && !hasProblem(errors, language)) setLanguage(wrong);
  };
  return (
    <>
      <PageTitle
        title={type ? nameOf(type) : say.newTitle}
        about={type ? say.typeAbout(type.block_type) : say.newAbout}
      >
        {type && mayChange && (
          <Button variant="subtle" color="red" onClick={() => setGoing(true)}>
            {say.delete}
          </Button>
        )}
        <Button variant="default" component={Link} to={appPath(appid, '/types')}>
          {say.back}
        </Button>
      </PageTitle>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <form
            onSubmit={form.onSubmit((draft) => save.mutate(draft), showFirstProblem)}
            noValidate
          >
            <Stack gap="lg">
              <KindChoice
                value={form.values.type_status}
                onChange={(kind) => form.setFieldValue('type_status', kind)}
                isFixed={type !== undefined || !mayChange}
              />
              <Names form={form} isFixed={!mayChange} />
              <LanguageTabs
                form={form}
                language={language}
                onLanguage={setLanguage}
                isFixed={!mayChange}
              />
              {mayChange && (
                <Group justify="flex-end">
                  <Button type="submit" loading={save.isPending}>
                    {type ? say.save : say.register}
                  </Button>
                </Group>
              )}
            </Stack>
          </form>
          {type && (
            <Box mt="lg">
              <AppealsCard type={type} isFixed={!mayChange} />
            </Box>
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <PopupPreview
            kind={form.values.type_status}
            language={language}
            text={seenIn(form.values, language)}
          />
        </Grid.Col>
      </Grid>
      <DeleteType
        type={isGoing ? type : undefined}
        onClose={() => setGoing(false)}
        onDeleted={toList}
      />
      <Unsaved isUnsaved={form.isDirty} />
    </>
  );
}

function useSave(type: TypeRecord | undefined, after: () => void) {
  const say = useMessages();
  const { appid } = useApp();
  const path = useTypesEndpoint();
  return useAction({
    run: (draft: Draft) =>
      type
        ? call(
            'PUT',
            endpoint('/apps/{appid}/types/{block_type}', { appid, block_type: type.block_type }),
            bodyOf(draft),
          )
        : call('POST', path, bodyOf(draft)),
    done: (saved) => (type ? say.saved : say.registered(saved.block_type)),
    refreshes: [path],
    after,
  });
}

const hasProblem = (errors: object, code: LanguageCode): boolean =>
  Object.keys(errors).some((field) => field.startsWith(`texts.${code}.`));

function Names({ form, isFixed }: { form: DraftForm; isFixed: boolean }) {
  const say = useMessages();
  return (
    <Card title={say.name} about={say.namesAbout}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <BytesInput
          label={say.nameKo}
          lang="ko"
          most={NAME_BYTES}
          required
          readOnly={isFixed}
          {...form.getInputProps('type_name')}
        />
        <BytesInput
          label={say.nameEn}
          lang="en"
          most={NAME_BYTES}
          required
          readOnly={isFixed}
          {...form.getInputProps('type_en_name')}
        />
      </SimpleGrid>
    </Card>
  );
}
