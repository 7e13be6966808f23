// Pure rules: restriction types and their texts, periods, and the effect of a change.

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

const NAME_BYTES = 200;
const TITLE_BYTES = 200;
const REASON_BYTES = { O: 200, N: 400 } as const;
const REQUIRED_LANGUAGES: readonly Language[] = ['ko', 'en'];

/** The language that appears twice, if one does. */
export function repeatedLanguage(reasons: readonly Reason[]): Language | undefined {
  const seen = new Set<Language>();
  return reasons.find(({ language }) => seen.size === seen.add(language).size)?.language;
}

/** Interface 4.1: popup format, then required languages, then byte limits. */
export function typeProblem(type: TypeDefinition): 4014 | 4015 | 4016 | undefined {
  const titled = (entry: Reason) => entry.title !== undefined;
  if (!type.reasons.every((entry) => titled(entry) === (type.type_status === 'N'))) return 4014;
  const languages = type.reasons.map((entry) => entry.language);
  if (!REQUIRED_LANGUAGES.every((language) => languages.includes(language))) return 4015;
  const fits =
    bytes(type.type_name) <= NAME_BYTES &&
    bytes(type.type_en_name) <= NAME_BYTES &&
    type.reasons.every(
      ({ title = '', reason }) =>
        bytes(title) <= TITLE_BYTES && bytes(reason) <= REASON_BYTES[type.type_status],
    );
  return fits ? undefined : 4016;
}

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

/** A `B` whose end has passed is no longer a restriction. */
export function hasExpired(restriction: Pick<Restriction, 'endsAt'>, now: number): boolean {
  return restriction.endsAt !== null && now > restriction.endsAt;
}

/** A `B` that has not begun is registered but not in effect. */
export function isInEffect(restriction: Restriction, now: number): boolean {
  if (restriction.status === 'P') return true;
  return restriction.startsAt <= now && !hasExpired(restriction, now);
}

/** Interface 4.2: the field that makes the period invalid, if one does. */
export function periodProblem(
  status: 'P' | 'B',
  startsAt: number,
  endsAt: number,
  now: number,
): 'start_date' | 'end_date' | undefined {
  if (status === 'P') return undefined;
  if (startsAt > endsAt) return 'start_date';
  return now > endsAt ? 'end_date' : undefined;
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
