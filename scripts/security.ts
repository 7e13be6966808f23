// The gallery of forgeries in SECURITY.md, between its marks; the rest of the file is written by hand.
import { GALLERY } from '../test/security/gallery.ts';

const GALLERY_PART = /(<!-- gallery: .* -->\n).*(<!-- \/gallery -->)/s;

export function withGallery(security: string): string {
  if (!GALLERY_PART.test(security)) throw new Error('SECURITY.md has no marks for the gallery.');
  return security.replace(GALLERY_PART, (_, begin, end) => `${begin}\n${gallery()}\n${end}`);
}

function gallery(): string {
  const kinds = Object.values(GALLERY);
  const count = kinds.reduce((sum, { cases }) => sum + cases.length, 0);
  const sections = kinds.map(
    ({ title, file, answer, cases }) =>
      `### ${title}\n\nAnswer: ${answer}. Tried in [${file.split('/').at(-1)}](${file}).\n\n${list(cases)}\n`,
  );
  return `${count} forgeries, each tried by name on every supported database where it can leave a record.\n\n${sections.join('\n')}`;
}

const list = (cases: readonly string[]): string => cases.map((name) => `- ${name}`).join('\n');
