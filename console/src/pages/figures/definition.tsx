// The meaning of a figure: behind a small i beside its name, and in full on the definitions.
import { ActionIcon, Anchor, Code, Popover, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { InfoIcon } from '../../components/icons.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import type { Definition } from './definitions.ts';
import styles from './figures.module.css';
import { useMessages } from './messages.ts';
import { useFiguresPlace } from './place.ts';

/** What stands in backticks is a field of the API. */
export function Sentence({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <Code key={part}>{part}</Code> : part));
}

export function Info({ about }: { about: readonly Definition[] }) {
  const say = useMessages();
  const { language } = useLanguage();
  const { path } = useFiguresPlace();
  const names = about.map(({ name }) => name[language]).join(', ');
  return (
    <Popover width={300} position="bottom" withArrow shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          radius="xl"
          className={styles.info}
          aria-label={say.meaning(names)}
        >
          <InfoIcon size={15} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={say.meaning(names)}>
        <Stack gap="xs">
          {about.map(({ fields, name, text }) => (
            <Text key={fields[0]} size="sm">
              <b>{name[language]}</b>: <Sentence text={text[language]} />
            </Text>
          ))}
          <Anchor component={Link} to={`${path}/definitions`} size="sm">
            {say.allDefinitions}
          </Anchor>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
