// A mail of a few paragraphs and one link, as plain text and as simple HTML.
import type { Mail } from './mailer.ts';

export type Language = 'en' | 'ko';

export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly label: string; readonly url: string };
}

export function toMail(
  { subject, paragraphs, link }: Letter,
  language: Language,
): Omit<Mail, 'to' | 'id'> {
  const text = [...paragraphs, `${link.label}:\n${link.url}`].join('\n\n');
  const body = paragraphs.map((each) => `<p>${escaped(each)}</p>`).join('\n');
  const html = `<!doctype html>
<html lang="${language}"><body style="font-family: sans-serif; line-height: 1.5; max-width: 40em">
${body}
<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p>
</body></html>`;
  // A line break would end the header.
  return { subject: subject.replace(/[\r\n]+/g, ' '), text: `${text}\n`, html };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (each) => ENTITIES[each] ?? each);
