// The release, installed by npm as its users install it.
import { installed, releaseTests } from '../process/release.ts';

releaseTests(installed);
