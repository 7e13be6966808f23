// What a market asks for: its settings, its secrets, and where it sends its notifications.
import type { Language } from '../../../i18n/language.tsx';
import type { Label } from '../../../i18n/messages.ts';

/** What some payment gateways ask for, and others do not. */
export interface OfGateways {
  /** Only at these. */
  readonly gateways?: readonly string[];
}

export interface Field extends OfGateways {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'flag' | 'url' | 'choice' | 'methods';
  readonly required?: true;
  /** Of a choice. */
  readonly choices?: readonly string[];
  /** What stands there first. */
  readonly initial?: string | boolean;
}

export interface SecretField extends OfGateways {
  readonly name: string;
  /** A file as the market hands it out, or one line. */
  readonly kind: 'file' | 'line';
  readonly accept?: string;
  /** The name of a file that holds another key. */
  readonly isOther?: (fileName: string) => boolean;
  /** Settings that a file contains beside the secret; they fill empty fields. */
  readonly hints?: (fileName: string, text: string) => Readonly<Record<string, string>>;
}

export interface Shape {
  readonly title: Label;
  readonly about: Label;
  readonly settings: readonly Field[];
  readonly secrets: readonly SecretField[];
  /** Path for the notifications of the market; Steam has none. */
  readonly notices?: (appid: string, settings: Readonly<Record<string, unknown>>) => string;
  /** What to do when it refuses the credentials, in Korean. The service says it in English. */
  readonly remedy: (app: string | undefined) => string;
  /** Names of settings, secrets and choices; with `_about`, a sentence that helps to find the value. */
  readonly words: Readonly<Record<Language, Readonly<Record<string, string>>>>;
}
