// The release with the packages that npm chooses for it, linked; `npm run prove` installs them.
import { linked, releaseTests } from './release.ts';

releaseTests(linked);
