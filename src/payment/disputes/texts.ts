// What an app shows its buyers about refunds and cancellations, by language: part of the evidence for disputes.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { notFound, type OperationContext, type Rejection } from '../../audit/operation.ts';
import { namedObject } from '../../base/named.ts';
import type { Db } from '../../storage/db.ts';
import { changeOfApp } from '../../tenants/apps.ts';

const Policy = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 8_000, description }));
const Shown = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 1_000, description }));

export const TextLanguage = Type.String({
  pattern: '^[a-z]{2}(-[A-Za-z]{2,4})?$',
  description: 'Language of the texts, such as `en` or `ko`.',
});

export const DisputeTextsInput = namedObject(
  'DisputeTextsInput',
  {
    refund_policy: Policy('The refund policy, as buyers read it.'),
    refund_policy_shown: Shown('When and where buyers were shown it before they paid.'),
    cancellation_policy: Policy('The cancellation policy, as buyers read it.'),
    cancellation_policy_shown: Shown('When and where buyers were shown it before they paid.'),
    terms: Policy('What matters of the terms of service.'),
    terms_shown: Shown('How buyers accepted them.'),
  },
  { additionalProperties: false },
);
export type DisputeTextsInput = Type.Static<typeof DisputeTextsInput>;

export const DisputeTexts = namedObject('DisputeTexts', {
  language: TextLanguage,
  ...DisputeTextsInput.properties,
});
export type DisputeTexts = Type.Static<typeof DisputeTexts>;

interface Key {
  readonly appid: string;
  readonly language: string;
}

const MOST_LANGUAGES = 50;

export async function textsOf(db: Db, appid: string): Promise<DisputeTexts[]> {
  const row = await db
    .selectFrom('app')
    .select('dispute_texts')
    .where('appid', '=', appid)
    .executeTakeFirst();
  return JSON.parse(row?.dispute_texts ?? '[]') as DisputeTexts[];
}

export async function listDisputeTexts(
  { storage }: OperationContext,
  appid: string,
): Promise<{ items: DisputeTexts[] }> {
  return { items: await textsOf(storage.db, appid) };
}

const target = ({ language }: Key): string => `dispute-texts/${language}`;

/** Adds the texts of a language, or replaces them. */
export function setDisputeTexts(
  context: OperationContext,
  actor: Actor,
  { appid, language, ...texts }: DisputeTextsInput & Key,
): Promise<DisputeTexts | Rejection> {
  return changeOfApp(context, actor, appid, async (tx) => {
    const all = await textsOf(tx, appid);
    const before = all.find((each) => each.language === language);
    const others = all.filter((each) => each !== before);
    if (others.length >= MOST_LANGUAGES) {
      return { rejected: 'TOO_MANY', detail: `At most ${MOST_LANGUAGES} languages.` };
    }
    const after = { language, ...texts };
    await save(tx, appid, [...others, after]);
    const action = 'dispute.set-texts';
    return { value: after, action, target: target({ appid, language }), before, after };
  });
}

export function removeDisputeTexts(
  context: OperationContext,
  actor: Actor,
  key: Key,
): Promise<DisputeTexts | Rejection> {
  const { appid, language } = key;
  return changeOfApp(context, actor, appid, async (tx) => {
    const all = await textsOf(tx, appid);
    const before = all.find((each) => each.language === language);
    if (!before) return notFound(`The app ${appid} has no texts for disputes in ${language}.`);
    await save(
      tx,
      appid,
      all.filter((each) => each !== before),
    );
    return { value: before, action: 'dispute.remove-texts', target: target(key), before };
  });
}

async function save(tx: Db, appid: string, texts: readonly DisputeTexts[]): Promise<void> {
  const sorted = texts.toSorted((one, other) => (one.language < other.language ? -1 : 1));
  await tx
    .updateTable('app')
    .set({ dispute_texts: JSON.stringify(sorted) })
    .where('appid', '=', appid)
    .execute();
}
