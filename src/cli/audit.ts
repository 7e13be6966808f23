// tollgate audit
import type { Command } from 'commander';
import { AuditQuery, type AuditRecord, listAudit } from '../audit/list.ts';
import { printJson } from '../base/json.ts';
import { addCommand } from './command.ts';
import { show } from './print.ts';

const MOST_VALUE = 40;
const MOST_CHANGES = 160;

export function auditCommand(program: Command): void {
  addCommand(program, 'audit', {
    summary: 'list who changed what, newest first; times are UTC',
    input: AuditQuery,
    run: ({ context }, input) => listAudit(context, input),
    text: ({ items, next }) => show({ items: items.map(lineOf), next }, false),
  });
}

/** One line for each; the whole values are in the JSON. */
const lineOf = ({ at, actor, actor_kind, action, target, before, after }: AuditRecord) => ({
  at: at.slice(0, 'YYYY-MM-DDTHH:mm:ss'.length).replace('T', ' '),
  by: `${actor} (${actor_kind})`,
  action,
  target,
  changes: cut(changesOf(fieldsOf(before), fieldsOf(after)).join(', '), MOST_CHANGES) || '-',
});

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** `name: A → B` for what has changed, `name: A` for what is new or gone. */
function changesOf(before: Fields, after: Fields): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => ({ name, values: [before[name], after[name]].map(textOf) }))
    .filter(({ values: [old, current] }) => old !== current)
    .map(({ name, values }) => `${name}: ${values.filter((text) => text !== '').join(' → ')}`);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return cut(typeof value === 'object' ? printJson(value) : String(value), MOST_VALUE);
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;
