// The release with the packages that its manifest asks for, linked; `npm run prove` lets npm choose and install them.
import { linked, releaseTests } from './release.ts';

releaseTests(linked);
