// All definitions on one page: the rules, and each figure by the name in the console and in the API.
import { Code, Group, List, Stack, Table, Text } from '@mantine/core';
import { Card } from '../../components/card.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { Sentence } from './definition.tsx';
import { DEFINITIONS, RULES } from './definitions.ts';
import { useMessages } from './messages.ts';

const SECTIONS = Object.keys(DEFINITIONS) as readonly (keyof typeof DEFINITIONS)[];

export function DefinitionsTab() {
  const say = useMessages();
  const { language } = useLanguage();
  return (
    <Stack gap="md">
      <Card title={say.rules}>
        <List size="sm" spacing="xs">
          {RULES.map((rule) => (
            <List.Item key={rule.en}>{rule[language]}</List.Item>
          ))}
        </List>
      </Card>
      {SECTIONS.map((section) => (
        <Card key={section} title={say[section]}>
          <Table aria-label={say[section]} layout="fixed" verticalSpacing="sm">
            <Table.Tbody>
              {Object.values(DEFINITIONS[section]).map(({ fields, name, text }) => (
                <Table.Tr key={fields[0]}>
                  <Table.Td w="34%" style={{ verticalAlign: 'top' }}>
                    <Text size="sm" fw={600}>
                      {name[language]}
                    </Text>
                    <Group gap={4}>
                      {fields.map((field) => (
                        <Code key={field}>{field}</Code>
                      ))}
                    </Group>
                  </Table.Td>
                  <Table.Td>
                    <Sentence text={text[language]} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {section === 'verification' && (
            <Text size="sm" mt="sm">
              {say.verificationTests}
            </Text>
          )}
        </Card>
      ))}
    </Stack>
  );
}
