// Pure rules: restriction types and their texts, periods, and the effect of a change.
import { readDate } from '../base/dates.ts';

export const LANGUAGES = [
  'ko',
  'en',
  'ja',
  'zh-hans',
  'zh-hant',
  'de',
  'fr',
  'ru',
  'es',
  'pt',
  'id',
  'th',
  'vi',
  'it',
  'tr',
  'ar',
  'tl',
] as const;

export type Language = (typeof LANGUAGES)[number];

export interface Reason {
  readonly language: Language;
  readonly title?: string;
  readonly reason: string;
}

export interface TypeDefinition {
  readonly type_status: 'O' | 'N';
  readonly type_name: string;
  readonly type_en_name: string;
  readonly reasons: readonly Reason[];
}

/** Texts by language, of a type without titles. */
export const reasonsOf = (texts: Readonly<Record<Language, string>>): Reason[] =>
  Object.entries(texts).map(([language, reason]) => ({ language: language as Language, reason }));

const NAME_BYTES = 200;
const TITLE_BYTES = 200;
const REASON_BYTES = { O: 200, N: 400 } as const;
const REQUIRED_LANGUAGES: readonly Language[] = ['ko', 'en'];

/** The language that appears twice, if one does. */
export function repeatedLanguage(reasons: readonly Reason[]): Language | undefined {
  const seen = new Set<Language>();
  return reasons.find(({ language }) => seen.size === seen.add(language).size)?.language;
}

export interface TypeProblem {
  readonly code: 4014 | 4015 | 4016;
  /** Which text, in which language. */
  readonly detail: string;
}

/** Interface 4.1: popup format, then required languages, then byte limits. */
export function typeProblem(type: TypeDefinition): TypeProblem | undefined {
  const { type_status: status, reasons } = type;
  const isTitled = status === 'N';
  const wrong = reasons.find(({ title }) => (title !== undefined) !== isTitled);
  if (wrong) {
    const must = isTitled ? 'is required' : 'is not allowed';
    const detail = `reasons[${wrong.language}].title ${must} with type_status ${status}`;
    return { code: 4014, detail };
  }
  const missing = REQUIRED_LANGUAGES.filter((each) => !reasons.some((it) => it.language === each));
  if (missing.length > 0) {
    const texts = missing.map((language) => `reasons[${language}]`).join(' and ');
    return { code: 4015, detail: `${texts} ${missing.length > 1 ? 'are' : 'is'} missing` };
  }
  const long = textsOf(type).find(([, text, most]) => bytes(text) > most);
  if (!long) return undefined;
  const [name, text, most] = long;
  return { code: 4016, detail: `${name} is ${bytes(text)} bytes, at most ${most}` };
}

/** Every text of a type: its name, itself, and how many bytes it may have. */
const textsOf = (type: TypeDefinition): (readonly [string, string, number])[] => [
  ['type_name', type.type_name, NAME_BYTES],
  ['type_en_name', type.type_en_name, NAME_BYTES],
  ...type.reasons.flatMap(({ language, title = '', reason }) => [
    [`reasons[${language}].title`, title, TITLE_BYTES] as const,
    [`reasons[${language}].reason`, reason, REASON_BYTES[type.type_status]] as const,
  ]),
];

function bytes(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/** The texts in the wanted language, in English where it is not registered. */
export function textsIn(reasons: readonly Reason[], language: Language): Omit<Reason, 'language'> {
  const entry =
    reasons.find((each) => each.language === language) ??
    reasons.find((each) => each.language === 'en');
  if (!entry) throw new Error('a type without English texts');
  const { language: _, ...texts } = entry;
  return texts;
}

export interface Restriction {
  readonly status: 'P' | 'B';
  readonly blockType: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly startsAt: number;
  /** Null for P, which never ends. */
  readonly endsAt: number | null;
}

const SECOND_MS = 1_000;

/** A restriction includes its last second, so its end is compared with the second of a moment, in SQL too. */
export const secondOf = (moment: number): number => Math.floor(moment / SECOND_MS) * SECOND_MS;

/** A `B` whose last second is over is no longer a restriction. */
export function hasExpired({ endsAt }: Pick<Restriction, 'endsAt'>, now: number): boolean {
  return endsAt !== null && secondOf(now) > endsAt;
}

/** A `B` that has not begun is registered but not in effect. */
export function isInEffect(restriction: Restriction, now: number): boolean {
  if (restriction.status === 'P') return true;
  return restriction.startsAt <= now && !hasExpired(restriction, now);
}

/** Why a parameter is not valid: its name, and what it is. */
export interface Invalid {
  readonly field: string;
  readonly problem?: string;
}

export const PERIOD_PROBLEMS = {
  start_after_end: { field: 'start_date', problem: 'later than end_date' },
  end_in_past: { field: 'end_date', problem: 'in the past' },
} as const satisfies Record<string, Invalid>;
export type PeriodProblem = keyof typeof PERIOD_PROBLEMS;

const NO_DATE = 'not an existing date and time in the format YYYY-MM-DD HH:mm:ss';

export type Period = Pick<Restriction, 'status' | 'startDate' | 'endDate' | 'startsAt' | 'endsAt'>;

/** A period with its moments in a time zone, or the date that does not exist. */
export function readPeriod(
  status: 'P' | 'B',
  startDate: string,
  endDate: string,
  timeZone: string,
): Period | Required<Invalid> {
  const startsAt = readDate(startDate, timeZone);
  const endsAt = readDate(endDate, timeZone);
  if (startsAt === undefined) return { field: 'start_date', problem: NO_DATE };
  if (endsAt === undefined) return { field: 'end_date', problem: NO_DATE };
  if (status === 'P') return { status, startDate, endDate, startsAt, endsAt: null };
  // A start in the hour that the clocks skip may come out later than the end.
  return { status, startDate, endDate, startsAt: Math.min(startsAt, endsAt), endsAt };
}

/**
 * Interface 4.2: what makes the period of a `B` invalid, if anything. Dates are compared as written:
 * where the clocks skip an hour, an earlier date can be a later moment.
 */
export function periodProblem(
  period: Omit<Period, 'startsAt'>,
  now: number,
): PeriodProblem | undefined {
  if (period.status === 'P') return undefined;
  if (period.startDate > period.endDate) return 'start_after_end';
  return hasExpired(period, now) ? 'end_in_past' : undefined;
}

export type SetDecision = 'registered' | 'changed' | 'skipped';

/** Table 3.1. `current` is the live restriction: an expired one counts as none. */
export function decideSet(current: Restriction | undefined, skipBlocked: boolean): SetDecision {
  if (!current) return 'registered';
  return skipBlocked ? 'skipped' : 'changed';
}

/** The language if it is supported, else English. */
export function asLanguage(text: string | undefined): Language {
  return LANGUAGES.find((language) => language === text?.toLowerCase()) ?? 'en';
}
