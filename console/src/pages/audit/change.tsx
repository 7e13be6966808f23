// What a change did: in a line or two, and whole in a dialog.
import { Code, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { Facts } from '../../components/facts.tsx';
import { Time } from '../../components/time.tsx';
import type { Schema } from '../../endpoint.ts';
import { useLast } from '../../last.ts';
import { useActionNames } from './actions.ts';
import { useFields } from './fields.ts';
import { useMessages } from './messages.ts';
import classes from './page.module.css';

type AuditRecord = Schema<'AuditRecord'>;

const SHOWN = 2;
/** What people know a thing by. */
const NAMES = new Set(['name', 'email', 'type_name']);

export function ChangeSummary({ record: { before, after } }: { record: AuditRecord }) {
  const say = useMessages();
  const { nameOf } = useFields();
  const differences = differencesOf(before, after);
  if (before === null || after === null) {
    const name = differences.find(({ path }) => NAMES.has(path));
    return name && <Text size="sm">{name.after ?? name.before}</Text>;
  }
  // The time of the change is in its line already.
  const telling = differences.filter(({ path }) => path !== 'updated_at');
  return (
    <>
      {telling.slice(0, SHOWN).map((each) => (
        <Text key={each.path} size="sm" lineClamp={2}>
          <Text span size="xs" c="dimmed">
            {nameOf(each.path)}
          </Text>{' '}
          <Values {...each} />
        </Text>
      ))}
      {telling.length > SHOWN && (
        <Text size="xs" c="dimmed">
          {say.more(telling.length - SHOWN)}
        </Text>
      )}
    </>
  );
}

function Values({ path, before, after }: Difference) {
  const { print } = useFields();
  return (
    <>
      {before !== undefined && <del className={classes.before}>{print(path, before)}</del>}
      {before !== undefined && after !== undefined && ' → '}
      {after !== undefined && <ins className={classes.after}>{print(path, after)}</ins>}
    </>
  );
}

export function ChangeDialog({
  record,
  onClose,
}: {
  record: AuditRecord | undefined;
  onClose: () => void;
}) {
  const { nameOf } = useActionNames();
  const shown = useLast(record);
  return (
    <Modal
      opened={record !== undefined}
      onClose={onClose}
      title={shown && nameOf(shown.action)}
      size="xl"
    >
      {shown && <ChangeDetails {...shown} />}
    </Modal>
  );
}

function ChangeDetails({ at, actor, actor_kind, action, target, before, after }: AuditRecord) {
  const say = useMessages();
  const { nameOf, print } = useFields();
  const differences = differencesOf(before, after);
  const who = (
    <Group gap="xs" component="span">
      {actor}
      <Text span size="xs" c="dimmed">
        {say[actor_kind]}
      </Text>
    </Group>
  );
  const facts = [
    { label: say.when, value: <Time at={at} /> },
    { label: say.who, value: who },
    { label: say.thing, value: <Code>{target}</Code> },
    { label: say.code, value: <Code>{action}</Code> },
  ];
  return (
    <Stack>
      <Facts facts={facts} />
      {differences.length === 0 ? (
        <Text size="sm" c="dimmed">
          {say.same}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={480} type="native">
          <Table aria-label={say.change} verticalSpacing={6} className={classes.values}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say.field}</Table.Th>
                {before !== null && <Table.Th>{after === null ? say.value : say.before}</Table.Th>}
                {after !== null && <Table.Th>{before === null ? say.value : say.after}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differences.map((each) => (
                <Table.Tr key={each.path}>
                  <Table.Td title={each.path}>{nameOf(each.path)}</Table.Td>
                  {before !== null && (
                    <Table.Td>
                      {each.before !== undefined && (
                        <del className={classes.before}>{print(each.path, each.before)}</del>
                      )}
                    </Table.Td>
                  )}
                  {after !== null && (
                    <Table.Td>
                      {each.after !== undefined && (
                        <ins className={classes.after}>{print(each.path, each.after)}</ins>
                      )}
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}

// What differs between the values before and after a change, by path.
interface Difference {
  /** Such as `prices.0.amount`. */
  readonly path: string;
  /** Absent: there was none, or there is none any more. */
  readonly before?: string;
  readonly after?: string;
}

function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  const [old, present] = [flatten(before), flatten(after)];
  return [...new Set([...old.keys(), ...present.keys()])]
    .map((path) => ({ path, before: old.get(path), after: present.get(path) }))
    .filter((each) => each.before !== each.after);
}

function flatten(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (value === null || value === undefined) {
    return new Map(path === '' ? [] : [[path, '—']]);
  }
  if (typeof value !== 'object') return new Map([[path, String(value)]]);
  const inside = Object.entries(value).flatMap(([name, each]) => [
    ...flatten(each, path === '' ? name : `${path}.${name}`),
  ]);
  return new Map(inside);
}
