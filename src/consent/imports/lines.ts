// A line of a store's file of withdrawn consent. Stores name their columns in different ways, so that the header is read by name.
import type { Said } from '../decide.ts';

export interface Columns {
  readonly id: number;
  /** Missing where the whole file is of one date. */
  readonly time: number | undefined;
  /** Missing where the file only lists withdrawn consent. */
  readonly state: number | undefined;
}

const ID = ['installid', 'userid', 'id'];
const TIME = [
  'withdrawnat',
  'revokedat',
  'revocationtime',
  'revocationdate',
  'revokeddate',
  'eventtime',
  'timestamp',
  'time',
  'date',
];
const STATE = ['state', 'status', 'consent', 'consentstatus', 'action', 'event', 'granted'];

const WITHDRAWN = ['', 'withdrawn', 'revoked', 'rescinded', 'denied', 'false', 'no', '0'];
const GIVEN = ['given', 'granted', 'restored', 'approved', 'regranted', 'true', 'yes', '1'];

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** Where the columns are; undefined without one for the id. Further columns are not read. */
export function columnsOf(header: readonly string[]): Columns | undefined {
  const names = header.map(plain);
  const find = (known: readonly string[]): number | undefined =>
    known.map((name) => names.indexOf(name)).find((index) => index >= 0);
  const id = find(ID);
  return id === undefined ? undefined : { id, time: find(TIME), state: find(STATE) };
}

export interface ReadLine extends Said {
  readonly id: string;
}

export const LINE_PROBLEMS = ['id', 'no_time', 'time', 'state'] as const;

interface LineProblem {
  readonly problem: (typeof LINE_PROBLEMS)[number];
  readonly reason: string;
}

const LONGEST_ID = 255;

/** `date` counts for lines without a time. */
export function readLine(
  columns: Columns,
  cells: readonly string[],
  date: number | undefined,
): ReadLine | LineProblem {
  const cell = (index = -1): string => cells[index] ?? '';
  const id = cell(columns.id);
  if (!/^[\x21-\x7e]+$/.test(id) || id.length > LONGEST_ID) {
    return { problem: 'id', reason: 'The id is empty, too long or has blanks in it.' };
  }
  const text = cell(columns.time);
  const at = text === '' ? date : timeIn(text);
  if (at === undefined && text === '') {
    return { problem: 'no_time', reason: 'The line has no time. Say the date of the file.' };
  }
  if (at === undefined) {
    const reason = `${text} is not a time, such as 2026-11-15T12:00:00Z.`;
    return { problem: 'time', reason };
  }
  const word = cell(columns.state).toLowerCase();
  if (WITHDRAWN.includes(word)) return { id, at, state: 'withdrawn' };
  if (GIVEN.includes(word)) return { id, at, state: 'given' };
  return { problem: 'state', reason: `“${word}” is neither withdrawn nor given.` };
}

const SECONDS = /^\d{10}$/;
const MILLISECONDS = /^\d{13}$/;
const DATE =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|UTC|[+-]\d\d:\d\d)?)?$/;

type Found = readonly [all: string, day: string, time?: string, zone?: string];

/** Without a zone, UTC. Undefined for a day that does not exist. */
export function timeIn(text: string): number | undefined {
  if (SECONDS.test(text)) return Number(text) * 1_000;
  if (MILLISECONDS.test(text)) return Number(text);
  const found = DATE.exec(text);
  if (!found) return undefined;
  const [, day, time = '00:00:00', zone = 'Z'] = found as unknown as Found;
  if (!isDay(day)) return undefined;
  const at = Date.parse(`${day}T${time}${zone === 'UTC' ? 'Z' : zone}`);
  return Number.isNaN(at) ? undefined : at;
}

/** Date.parse takes February 30 for March 2. */
function isDay(day: string): boolean {
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
