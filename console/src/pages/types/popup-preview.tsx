// The popup as a player sees it: texts in their language, the period, a code for support.
import { Alert, Stack, Text } from '@mantine/core';
import { Card } from '../../components/card.tsx';
import { LockIcon } from '../../components/icons.tsx';
import { useApp } from '../../place.tsx';
import { weekFromNow } from '../../restrictions/period.ts';
import { useLanguageName } from '../../restrictions/terms.tsx';
import { isRightToLeft, type LanguageCode, type TypeKind } from '../../restrictions/types.ts';
import type { DraftText } from './draft.ts';
import { useMessages } from './messages.ts';
import classes from './types.module.css';

/** Stands for the support code. */
const EXAMPLE_CODE = '1001-7PS-1';

export function PopupPreview({
  kind,
  language,
  text: { title, reason, isFallback },
}: {
  kind: TypeKind;
  language: LanguageCode;
  text: DraftText & { readonly isFallback: boolean };
}) {
  const say = useMessages();
  const nameOf = useLanguageName();
  const { time_zone: zone } = useApp();
  const { start_date: from, end_date: to } = weekFromNow(zone);
  const shown = isFallback ? 'en' : language;
  return (
    <div className={classes.beside}>
      <Card title={say.preview} about={say.previewAbout}>
        <Stack>
          <div className={classes.screen}>
            <section
              className={classes.popup}
              aria-label={say.previewAs(say[kind])}
              lang={shown}
              dir={isRightToLeft(shown) ? 'rtl' : 'ltr'}
            >
              <span className={classes.sign}>
                <LockIcon size={22} />
              </span>
              {kind === 'N' && title !== '' && <p className={classes.title}>{title}</p>}
              {reason === '' ? (
                <p className={classes.hint}>{say.nothingYet}</p>
              ) : (
                <p className={classes.reason}>{reason}</p>
              )}
              <p className={classes.period} dir="ltr">
                {from.slice(0, 16)} – {to.slice(0, 16)}
              </p>
              <p className={classes.period} dir="ltr">
                {EXAMPLE_CODE}
              </p>
              <span className={classes.ok} aria-hidden="true">
                {say.ok}
              </span>
            </section>
          </div>
          {isFallback && (
            <Alert color="yellow">
              <Text size="sm">{say.fallback(nameOf(language))}</Text>
            </Alert>
          )}
        </Stack>
      </Card>
    </div>
  );
}
